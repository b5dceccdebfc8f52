import { AskDeclinedError, jsonSchema, type ToolContext } from '@ambit/core'
import type { LinkHost } from './open-link.ts'
import { McpError } from './mcp-error.ts'
import { type McpInput, type McpObject, toObject, toText } from './mcp-wire.ts'

/** The answer to a question of a server. */
export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: unknown
}

/** The most questions of one call, fields of one question, and characters of its texts. */
const most = { questions: 8, fields: 50, message: 1_000, schema: 20_000 }

/**
 * Returns the function that answers a server's requests during one call: its questions go to the
 * person, by `ctx.ask` of this very call. Everything else is refused, such as sampling.
 */
export function createAnswerer(
  { agent, label }: LinkHost,
  ctx: ToolContext,
): (input: McpInput) => Promise<ElicitResult> {
  let count = 0
  return async ({ method, params }) => {
    if (method !== 'elicitation/create') {
      throw new McpError(
        'refused',
        `${label} asked for \`${method}\`, which this page does not do.`,
      )
    }
    const question = params['mode'] === 'url' ? toLink(params) : toForm(params)
    if (!question || ++count > most.questions || !agent.asks.isAttached) return { action: 'cancel' }
    const message = `${label} asks: ${toText(params['message'], most.message) ?? ''}`
    try {
      const content = await ctx.ask({ message, schema: jsonSchema(question) })
      return params['mode'] === 'url' ? { action: 'accept' } : { action: 'accept', content }
    } catch (error) {
      ctx.signal.throwIfAborted()
      const isDeclined = AskDeclinedError.isInstance(error) && agent.asks.isAttached
      return { action: isDeclined ? 'decline' : 'cancel' }
    }
  }
}

/** Returns the schema of a form: plain fields alone, as the protocol has it. */
function toForm({ requestedSchema }: McpObject): object | undefined {
  const schema = toObject(requestedSchema)
  const fields = Object.values(toObject(schema['properties'])).map(toObject)
  const isPlain = fields.every(({ type }) => type !== 'object' && type !== undefined)
  const isSmall = fields.length <= most.fields && JSON.stringify(schema).length <= most.schema
  return schema['type'] === 'object' && isPlain && isSmall ? schema : undefined
}

/** Returns the schema that shows an address for the person to open. */
function toLink({ url }: McpObject): object | undefined {
  const address = URL.canParse(String(url)) ? new URL(String(url)) : undefined
  if (address?.protocol !== 'https:' || address.username || address.password) return undefined
  const link = { type: 'string', format: 'uri', const: address.href, title: address.host }
  return { type: 'object', properties: { link }, required: ['link'] }
}

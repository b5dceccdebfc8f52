import {
  AgentError,
  checkOptions,
  type ContentPart,
  type Effect,
  jsonSchema,
  Scope,
  type ScopeOptions,
  type StandardSchema,
  Tool,
  type ToolContext,
} from '@ambit/core'
import { toBase64 } from '@ambit/protocol'
import type { Schema, ToolSet } from 'ai'

/** The options of `aiSdkTools`: those of the scope, without its tools. */
export interface AiSdkToolsOptions extends Omit<ScopeOptions, 'tools'> {
  /** The effects of tools by name. Default: `write`, as for every tool. */
  readonly effects?: Readonly<Record<string, Effect>> | undefined
}

/** The parts of a tool of the AI SDK that an agent uses. */
interface AiSdkTool {
  readonly title?: string
  readonly description?: string | ((options: { context: unknown }) => string)
  readonly inputSchema: unknown
  readonly execute?: (input: unknown, options: object) => unknown
  readonly needsApproval?:
    | boolean
    | ((input: unknown, options: object) => boolean | Promise<boolean>)
  readonly toModelOutput?: (options: object) => unknown
}

/**
 * Makes a scope of tools that were written for the AI SDK. `needsApproval` asks the user at the
 * page. Of an `execute` that yields several results, the last one counts; the others are `custom`
 * events named `preliminary`. `execute` gets no messages. If `toModelOutput` throws, the model is
 * told only that the call succeeded.
 *
 * Throws `AgentError` for a tool without `execute`, and for a schema that cannot be read at once.
 * Also for an effect of a tool that is not in the set.
 */
export function aiSdkTools(toolSet: ToolSet, { effects = {}, ...scope }: AiSdkToolsOptions): Scope {
  const names = Object.fromEntries(Object.keys(toolSet).map((name) => [name, '']))
  checkOptions('`effects` of `aiSdkTools`', effects, names)
  const tools = Object.entries(toolSet).map(([name, tool]) =>
    toTool(name, tool as unknown as AiSdkTool, effects[name]),
  )
  return new Scope({ ...scope, tools })
}

function toTool(name: string, tool: AiSdkTool, effect: Effect | undefined): Tool<unknown> {
  const { title, description = name, execute, needsApproval, toModelOutput } = tool
  if (!execute) {
    throw new AgentError(
      `The tool "${name}" of the AI SDK has no \`execute\`, so no call of it could be answered. Give it one, or write it as a \`Tool\`.`,
    )
  }
  return new Tool({
    name,
    title,
    description: typeof description === 'function' ? description({ context: {} }) : description,
    parameters: toParameters(name, tool.inputSchema),
    effect,
    handler: (input: unknown, ctx) => lastOf(execute(input, toOptions(ctx)), ctx),
    approval:
      typeof needsApproval === 'function'
        ? async (input: unknown, ctx) => needsApproval(input, toOptions(ctx))
        : needsApproval,
    ...(toModelOutput && {
      result: {
        toModel: async (output: unknown, input) =>
          toContent(await toModelOutput({ toolCallId: name, input, output }), output),
      },
    }),
  })
}

const toOptions = ({ callId, signal }: ToolContext): object => ({
  toolCallId: callId,
  messages: [],
  abortSignal: signal,
  context: {},
})

/** Resolves with a result, or with the last one of several. */
async function lastOf(result: unknown, ctx: ToolContext): Promise<unknown> {
  const results = await result
  if (typeof results !== 'object' || results === null || !(Symbol.asyncIterator in results)) {
    return results
  }
  let last: unknown
  for await (const each of results as AsyncIterable<unknown>) {
    if (last !== undefined) ctx.run.emit('preliminary', last)
    last = each
  }
  return last
}

/** Returns a schema of the AI SDK, or of a library, as an agent reads it. */
function toParameters(name: string, given: unknown): StandardSchema<unknown, unknown> {
  const schema: unknown = typeof given === 'function' && !('~standard' in given) ? given() : given
  if (typeof schema === 'object' && schema !== null && '~standard' in schema) {
    return schema as StandardSchema<unknown, unknown>
  }
  const { jsonSchema: json, validate } = schema as Schema
  if (typeof json !== 'object' || 'then' in json) {
    throw new AgentError(
      `The schema of the tool "${name}" is not there at once, so no request could list the tool. Give a schema of zod, or \`jsonSchema({ … })\` with an object.`,
    )
  }
  const plain = jsonSchema<unknown>(json)
  if (!validate) return plain
  return {
    '~standard': {
      ...plain['~standard'],
      validate: async (value) => {
        const checked = await validate(value)
        return checked.success
          ? { value: checked.value }
          : { issues: [{ message: checked.error.message }] }
      },
    },
  }
}

/** Returns what the model gets of a result. */
function toContent(told: unknown, result: unknown): string | readonly ContentPart[] {
  const { type, value, reason } = told as { type?: string; value?: unknown; reason?: string }
  if (type === 'content' && Array.isArray(value)) return value.map(toPart)
  if (type === 'text' || type === 'error-text') return String(value)
  if (type === 'execution-denied') return reason ?? 'The call was denied.'
  return JSON.stringify(type === undefined ? result : value) ?? 'null'
}

/** A part of content, in each of the forms that the AI SDK has had. */
interface GivenPart {
  readonly type: string
  readonly text?: string
  readonly data?: string | Uint8Array | { readonly type: string; readonly [key: string]: unknown }
  readonly url?: string
  readonly mediaType?: string
  readonly filename?: string
}

/** Returns a part as Ambit has it. What only the provider holds is named. */
function toPart({ type, text = '', data, url, mediaType, filename }: GivenPart): ContentPart {
  if (type === 'text') return { type, text }
  const given = (Object(data) as { type?: string }).type
    ? (data as Record<string, unknown>)
    : { data: data ?? url }
  const bytes = given['data'] ?? given['url']
  if (typeof given['text'] === 'string') return { type: 'text', text: given['text'] }
  const known = bytes instanceof Uint8Array ? toBase64(bytes) : bytes
  if (typeof known !== 'string' && !(known instanceof URL)) {
    return { type: 'text', text: `[${filename ?? mediaType ?? type}]` }
  }
  const [top = ''] = (mediaType ?? type).split(/[/-]/)
  const kind = top === 'image' || top === 'audio' ? top : 'file'
  // A type without its second half says no more than the kind does.
  const isWhole = /\/[^*]/.test(mediaType ?? '')
  return { type: kind, data: String(known), ...(isWhole && { mediaType }), filename }
}

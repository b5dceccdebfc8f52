import { AgentError, type ContentPart, jsonSchema, Tool } from '@ambit/core'
import { traceMeta } from '../otel/open-runs.ts'
import type { OpenLink } from './open-link.ts'
import type { McpCommand } from './mcp-connection.ts'
import type { McpContent } from './mcp-definitions.ts'
import { type McpObject, toObject, toText } from './mcp-wire.ts'
import { readContent } from './read-content.ts'

/** The links whose tool for prompts the agent has, with the JSON of the prompts. */
const offered = new WeakMap<OpenLink, ReadonlySet<string>>()

/** Reads the list of prompts. Returns the commands with which a user uses them. */
export async function offerPrompts(
  link: OpenLink,
  isThere: boolean,
): Promise<readonly McpCommand[]> {
  const { agent, label, options, scope } = link.host
  const list = isThere ? (await link.list('prompts')).map(toObject) : []
  const getName = `${options.name}_get_prompt`
  const isFirst = !offered.has(link)
  offered.set(link, new Set(list.map((prompt) => JSON.stringify(prompt))))
  if (isFirst) {
    const get = new Tool({
      name: getName,
      title: `Prompt (${label})`,
      description: `Gets a prompt of ${label}.`,
      parameters: jsonSchema<{ prompt: McpObject }>({ type: 'object' }),
      effect: 'read',
      result: { untrusted: true },
      // Prompts are for people.
      visible: { model: false, outside: false },
      handler: async ({ prompt }, ctx) => {
        const form = toForm(prompt)
        const message = `${label} asks: ${toText(prompt['title'] ?? prompt['name'], 100)}`
        const given = form && toObject(await ctx.ask({ message, schema: jsonSchema(form) }))
        const traced = traceMeta(ctx, options)
        const params = { name: prompt['name'], arguments: given ?? {}, ...traced }
        const { messages } = await link.inSession(async () => {
          if (!offered.get(link)?.has(JSON.stringify(prompt))) {
            throw new AgentError(
              `The prompt of ${label} changed after it was chosen, so it was not sent. Choose it again.`,
              { code: 'mcp', details: { kind: 'changed' } },
            )
          }
          return link.wire.request('prompts/get', params, { signal: ctx.signal })
        }, ctx.signal)
        const contents = Array.isArray(messages) ? messages : []
        return contents.map((one) => toObject(toObject(one)['content']))
      },
    })
    link.signal.addEventListener('abort', agent.scopes.addTool(scope, get))
  }
  const send = async (prompt: McpObject): Promise<void> => {
    const contents = await agent.runTool(getName, { prompt }, { history: false })
    const read = readContent(contents as McpContent[], 100_000)
    const parts: readonly ContentPart[] =
      typeof read === 'string' ? [{ type: 'text', text: read }] : (read as ContentPart[])
    // The user chose the prompt, but its words are the server's.
    const foreign = parts.map((part) => ({ ...part, untrusted: true as const }))
    await agent.chat(options.trusted === true ? parts : foreign, { onBusy: 'queue' })
  }
  return list.flatMap((prompt) => {
    const name = toText(prompt['name'], 100)
    if (!name) return []
    const run = (): void => {
      send(prompt).catch((error: unknown) => {
        console.warn(`[ambit] The prompt "${name}" of ${label} was not used.`, error)
      })
    }
    const description = toText(prompt['description'], 200) ?? toText(prompt['title'], 200)
    return [{ name: `${options.name}_${name.replaceAll(/\s/g, '_')}`, description, run }]
  })
}

/** Returns the form for the arguments of a prompt; undefined for one without. */
function toForm(prompt: McpObject): object | undefined {
  const list = Array.isArray(prompt['arguments']) ? prompt['arguments'].slice(0, 50) : []
  const fields = list.map(toObject).flatMap((field) => {
    const name = toText(field['name'], 100)
    return name ? [{ name, isRequired: field['required'] === true, field }] : []
  })
  if (fields.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, field }) => [
        name,
        { type: 'string', description: toText(field['description'], 200) },
      ]),
    ),
    required: fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  }
}

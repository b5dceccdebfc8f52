import { jsonSchema, Tool } from '@ambit/core'
import { traceMeta } from '../otel/open-runs.ts'
import type { OpenLink } from './open-link.ts'
import type { McpMention } from './mcp-connection.ts'
import { toObject, toText } from './mcp-wire.ts'
import { readContent } from './read-content.ts'
import { toOutput } from './to-tool.ts'

/** The links whose tools for resources the agent has, with the functions that remove them. */
const offered = new WeakMap<OpenLink, readonly (() => void)[]>()

/**
 * Reads the list of resources, and gives the agent the tools for them. Returns the mentions. Takes
 * the tools back if the server has no resources.
 */
export async function offerResources(
  link: OpenLink,
  isThere: boolean,
): Promise<readonly McpMention[]> {
  if (!isThere) {
    offered.get(link)?.forEach((remove) => remove())
    offered.delete(link)
    return []
  }
  const { agent, label, options, scope } = link.host
  const { name, resources, maxResultChars = 20_000 } = options
  const { list, addresses } = listOf(link)
  if (!offered.has(link)) {
    const read = new Tool({
      name: `${name}_read_resource`,
      title: `Read (${label})`,
      description: `Reads a resource of ${label}, by its URI. A message of the user may mention one as @URI.`,
      parameters: jsonSchema<{ uri: string }>({
        type: 'object',
        properties: { uri: { type: 'string' } },
        required: ['uri'],
      }),
      effect: 'read',
      result: { untrusted: true, toModel: toOutput },
      visible: { outside: false },
      handler: async ({ uri }, ctx) => {
        const address = uri.replace(/^@/, '')
        const contents = await link.readResource(
          addresses.get(address) ?? address,
          ctx.signal,
          traceMeta(ctx, link.host.options),
        )
        const parts = contents.map((resource) => ({
          type: 'resource',
          resource: toObject(resource),
        }))
        return readContent(parts as never, maxResultChars)
      },
    })
    const find = new Tool({
      name: `${name}_list_resources`,
      title: `List (${label})`,
      description: `Lists the resources of ${label}, each with its URI.`,
      effect: 'read',
      result: { untrusted: true },
      visible: { outside: false },
      handler: async () =>
        (await link.inSession(list)).map(({ text: uri, label: title, description }) => ({
          uri: addresses.get(uri) ?? uri,
          title,
          description,
        })),
    })
    const tools = resources === 'tools' ? [find, read] : [read]
    const removes = tools.map((tool) => agent.scopes.addTool(scope, tool))
    offered.set(link, removes)
    for (const remove of removes) link.signal.addEventListener('abort', remove)
  }
  return resources === 'mentions' ? list() : []
}

interface ResourceList {
  readonly list: () => Promise<McpMention[]>
  /** The addresses of the server, by those of mentions, which end at a space. */
  readonly addresses: ReadonlyMap<string, string>
}

/** The lists of the resources of links. */
const lists = new WeakMap<OpenLink, ResourceList>()

function listOf(link: OpenLink): ResourceList {
  const addresses = new Map<string, string>()
  const list = async (): Promise<McpMention[]> =>
    (await link.list('resources')).flatMap((given) => {
      const found = toMention(given)
      for (const { text } of found) addresses.set(text, String(toObject(given)['uri']))
      return found
    })
  const made = lists.get(link) ?? { list, addresses }
  lists.set(link, made)
  return made
}

function toMention(given: unknown): McpMention[] {
  const { uri, name, title, description } = toObject(given)
  // A mention ends at a space.
  const text = toText(uri, 2_000)?.replaceAll(/\s/g, encodeURIComponent)
  // The pages of apps are for no model.
  if (!text || /^ui:/i.test(text)) return []
  const label = toText(title, 100) ?? toText(name, 100) ?? text
  return [{ label, description: toText(description, 200), text }]
}

import {
  type OptionNames,
  checkOptions,
  type Agent,
  type Effect,
  isDeeper,
  Scope,
} from '@ambit/core'
import { hint } from './hint.ts'
import {
  executeTool,
  findModelContext,
  readers,
  readForeign,
  type WebTool,
} from './model-context.ts'
import { assumedEffect, type PageTool, toPageTool, toTool } from './page-tool.ts'

/** The options of {@link webmcpScope}. */
export interface WebMcpScopeOptions {
  /** The name of the scope. Default `page-tools`. */
  readonly name?: string | undefined
  /** The name for people. Default `Tools of other parts of the page`. */
  readonly label?: string | undefined
  /** The origins of frames whose tools are taken, besides this page's own. Default: none. */
  readonly fromOrigins?: readonly string[] | undefined
  /** Returns false for tools to leave out. */
  readonly tools?: ((tool: PageTool) => boolean) | undefined
  /**
   * Returns the effect of a tool, such as `read` for one whose origin you trust. Default, and for
   * undefined: `destructive` for one that says so, else `write`, and `egress` for another origin.
   */
  readonly effect?: ((tool: PageTool) => Effect | undefined) | undefined
}

/** A foreign tool that was taken. */
interface Taken {
  /** Undefined for one that could not be taken. */
  web: WebTool | undefined
  remove: () => void
}

/** The most foreign tools that the agent gets. */
const maxTools = 50

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<WebMcpScopeOptions> = {
  effect: '',
  fromOrigins: '',
  label: '',
  name: '',
  tools: ':function',
}

/**
 * Gives the agent the tools that other scripts, forms and frames of the page have registered by
 * WebMCP, as one untrusted scope. It follows their changes. Tools that `exposeTools` has registered
 * are not among them.
 *
 * While there are such tools, every request counts as tainted, because their descriptions are words
 * of others. Returns a function that removes the scope. Does nothing where the browser has no
 * WebMCP. Throws `AgentError` if the name of the scope is taken.
 */
export function webmcpScope(agent: Agent, options: WebMcpScopeOptions = {}): () => void {
  checkOptions('`webmcpScope`', options, names)
  const context = findModelContext()
  if (!context) return () => undefined
  const { name = 'page-tools', label = 'Tools of other parts of the page', fromOrigins } = options
  const taken = new Map<string, Taken>()
  const removeScope = agent.scopes.register(
    new Scope({
      name,
      label,
      visible: { outside: false },
      untrusted: true,
      // Any text of an untrusted scope taints the request, and none does not.
      context: () => [...taken].flatMap(([id, { web }]) => (web ? [id] : [])).join(),
    }),
  )
  /** The latest reading of the tools; undefined at the end. */
  let reading: object | undefined

  const take = (id: string, web: WebTool): void => {
    const page = toPageTool(web)
    // The browser calls whatever has the name by now, so the tool is looked for as it was shown.
    const execute = async (args: object, signal: AbortSignal): Promise<unknown> => {
      const all = await readForeign(context, fromOrigins)
      const now = all.find((other) => isSame(other, web))
      if (!now) throw new Error('The tool changed, or is gone.')
      return executeTool(context, now, args, signal)
    }
    const place: Taken = { web, remove: () => undefined }
    taken.set(id, place)
    try {
      const effect = options.effect?.(page) ?? assumedEffect(page)
      place.remove = agent.scopes.addTool(name, toTool(web, page, id, effect, execute))
    } catch (error) {
      // Tried again at the next change: the name may be free then.
      place.web = undefined
      place.remove = agent.scopes.leaveOut(`tool "${id}" of ${page.origin}`, error)
    }
  }

  /** Reads the tools again. Several changes of one moment are read once. */
  const look = (): void => {
    const own = (reading = {})
    queueMicrotask(() => {
      // An answer that a later one overtakes is of the past.
      if (reading !== own) return
      readForeign(context, fromOrigins).then(
        (all) => {
          if (reading === own) update(taken, wantedOf(all, options), take)
        },
        (thrown: unknown) => {
          hint('unread', '', thrown)
        },
      )
    })
  }
  context.addEventListener('toolchange', look)
  readers.add(look)
  look()
  return () => {
    reading = undefined
    readers.delete(look)
    context.removeEventListener('toolchange', look)
    for (const { remove } of taken.values()) remove()
    removeScope()
  }
}

/** Returns the foreign tools that the agent gets, by their names for the agent. */
function wantedOf(
  all: readonly WebTool[],
  { tools: isWanted }: WebMcpScopeOptions,
): ReadonlyMap<string, WebTool> {
  const found = new Map<string, WebTool>()
  for (const web of all) {
    if (found.size === maxTools || !(isWanted?.(toPageTool(web)) ?? true)) continue
    const id = `ext_${web.name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 64)
    if (!found.has(id)) found.set(id, web)
    else hint('twice', web.name, web.origin)
  }
  return found
}

/** Removes the taken tools that are gone or have changed, and takes those that are new. */
function update(
  taken: Map<string, Taken>,
  found: ReadonlyMap<string, WebTool>,
  take: (id: string, web: WebTool) => void,
): void {
  for (const [id, { remove }] of taken) {
    if (found.has(id)) continue
    taken.delete(id)
    remove()
  }
  for (const [id, web] of found) {
    const place = taken.get(id)
    if (place?.web && isSame(place.web, web)) continue
    place?.remove()
    take(id, web)
  }
}

/** Returns all that a foreign tool says of itself, as one text. */
const toKey = ({ name, origin, title, description, inputSchema, annotations }: WebTool): string => {
  const all = [name, origin, title, description, inputSchema, annotations]
  // The list is one level more.
  return JSON.stringify(isDeeper(all, 101) || all)
}

/** Whether two readings are of one tool of one frame, which has not changed. */
const isSame = (a: WebTool, b: WebTool): boolean => a.window === b.window && toKey(a) === toKey(b)

import { type Agent, type Effect, Scope } from '@ambit/core'
import { hint } from './hint.ts'
import { findModelContext, readers, readForeign, type WebTool } from './model-context.ts'
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

/** A foreign tool, with what it says of itself. */
interface Taken {
  readonly key: string
  /** The tool as the browser listed it last: it may be another object each time. */
  web: WebTool
  remove: () => void
}

/** The most foreign tools that the agent gets. */
const maxTools = 50

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
  const context = findModelContext()
  if (!context) return () => undefined
  const { name = 'page-tools', label = 'Tools of other parts of the page', fromOrigins } = options
  const { tools: isWanted = () => true, effect: effectOf = () => undefined } = options
  const taken = new Map<string, Taken>()
  const removeScope = agent.scopes.register(
    new Scope({
      name,
      label,
      expose: false,
      untrusted: true,
      // Any text of an untrusted scope taints the request, and none does not.
      context: () => [...taken].map(([id, { web }]) => `${id}: ${web.origin}`).join('\n'),
    }),
  )
  /** The latest reading of the tools; undefined at the end. */
  let reading: object | undefined

  const take = (id: string, key: string, web: WebTool): void => {
    const page = toPageTool(web)
    const effect = effectOf(page) ?? assumedEffect(page)
    const place: Taken = { key, web, remove: () => undefined }
    // A call that waits is for this tool, also if another has taken its place.
    const execute = (args: object, signal: AbortSignal): Promise<unknown> =>
      context.executeTool(place.web, args, { signal })
    try {
      place.remove = agent.scopes.addTool(name, toTool(web, { name: id, effect }, execute))
      taken.set(id, place)
    } catch (error) {
      // Tried again at the next change: the name may be free then.
      const remove = agent.scopes.leaveOut(`tool "${id}" of ${page.origin}`, error)
      taken.set(id, { ...place, key: '', remove })
    }
  }

  const update = (all: readonly WebTool[]): void => {
    const found = new Map<string, WebTool>()
    for (const web of all) {
      if (found.size === maxTools || !isWanted(toPageTool(web))) continue
      const id = `ext_${web.name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 64)
      if (!found.has(id)) found.set(id, web)
      else hint('twice', web.name, web.origin)
    }
    for (const [id, { remove }] of taken) {
      if (found.has(id)) continue
      taken.delete(id)
      remove()
    }
    for (const [id, web] of found) {
      const { origin, title, description, inputSchema, annotations } = web
      const key = JSON.stringify([web.name, origin, title, description, inputSchema, annotations])
      const place = taken.get(id)
      if (place?.key === key && place.web.window === web.window) place.web = web
      else {
        place?.remove()
        take(id, key, web)
      }
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
          if (reading === own) update(all)
        },
        (thrown: unknown) => hint('unread', String(thrown)),
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

import type { Agent, AnyTool } from '@ambit/core'
import type { McpTool } from './mcp-connection.ts'
import type { McpToolDefinition } from './mcp-definitions.ts'
import type { McpOptions } from './mcp-options.ts'
import { type CallRemote, readDefinition, toTool, visibilityOf } from './to-tool.ts'

/** A tool that the agent has, or the record that it could not be taken. */
interface Taken {
  /** The server's description of the tool, as one text. Undefined for one that was left out. */
  readonly key: string | undefined
  readonly tool: McpTool | undefined
  readonly remove: () => void
}

/** The most tools that are named on the console for being left out. */
const mostTold = 20

/** The tools of one server in an agent. They follow the server's list. */
export class ToolSync {
  readonly #agent: Agent
  readonly #scope: string
  readonly #label: string
  readonly #options: McpOptions
  readonly #run: CallRemote
  readonly #taken = new Map<string, Taken>()
  /** The functions that remove the records of second tools of one name. */
  #twice: readonly (() => void)[] = []

  constructor(
    agent: Agent,
    at: { readonly scope: string; readonly label: string },
    options: McpOptions,
    run: CallRemote,
  ) {
    this.#agent = agent
    this.#scope = at.scope
    this.#label = at.label
    this.#options = options
    this.#run = run
  }

  /**
   * Takes a new list. A tool that has not changed is left alone, and a changed one keeps its place.
   * So the part of the request that a provider has cached stays good. `faults` has the reasons why
   * tools of the list cannot be taken. Returns the tools that the agent has.
   */
  update(
    list: readonly unknown[],
    faults?: ReadonlyMap<unknown, unknown>,
    hasTasks?: boolean,
  ): readonly McpTool[] {
    const found = new Map<string, unknown>()
    const twice = new Set<string>()
    for (const given of list) {
      const name = toName(this.#options.name, given)
      if (found.has(name)) twice.add(name)
      else found.set(name, given)
    }
    for (const [name, { remove }] of this.#taken) {
      if (found.has(name)) continue
      this.#taken.delete(name)
      remove()
    }
    let told = 0
    for (const [name, given] of found) {
      const key = JSON.stringify(given)
      const before = this.#taken.get(name)
      try {
        if (faults?.has(given)) throw faults.get(given)
        const definition = readDefinition(given, hasTasks)
        const isWanted = this.#options.tools?.(definition) ?? true
        // The application may want others of the same list by now.
        if (before?.key === key && isWanted === (before.tool !== undefined)) continue
        if (isWanted) this.#take(name, definition, key, before)
        else {
          before?.remove()
          this.#taken.set(name, { key, tool: undefined, remove: () => undefined })
        }
      } catch (error) {
        before?.remove()
        const what = `tool "${name}" of ${this.#label}`
        const remove =
          told++ < mostTold ? this.#agent.scopes.leaveOut(what, error) : () => undefined
        this.#taken.set(name, { key: undefined, tool: undefined, remove })
      }
    }
    this.#tellTwice([...twice])
    return [...this.#taken.values()].flatMap(({ tool }) => (tool ? [tool] : []))
  }

  /** Whether the agent has a tool of exactly this description. */
  has(definition: McpToolDefinition): boolean {
    return [...this.#taken.values()].some(({ tool }) => tool?.definition === definition)
  }

  /** Removes all tools. */
  clear(): void {
    this.#tellTwice([])
    for (const { remove } of this.#taken.values()) remove()
    this.#taken.clear()
  }

  #take(name: string, definition: McpToolDefinition, key: string, before: Taken | undefined): void {
    const own = toTool(definition, { name, label: this.#label }, this.#options, this.#run)
    const tool: McpTool = { name, definition, visibility: visibilityOf(definition) }
    this.#taken.set(name, { key, tool, remove: this.#put(own, before) })
  }

  #put(own: AnyTool, before: Taken | undefined): () => void {
    const { scopes } = this.#agent
    if (before?.tool) {
      scopes.replaceTool(own)
      return before.remove
    }
    before?.remove()
    return scopes.addTool(this.#scope, own)
  }

  /** Records of which names the server lists a second tool, in place of the records before. */
  #tellTwice(names: readonly string[]): void {
    for (const remove of this.#twice) remove()
    const error = 'The server lists another tool of this name. Only the first one is taken.'
    this.#twice = names
      .slice(0, mostTold)
      .map((name) => this.#agent.scopes.leaveOut(`second tool "${name}" of ${this.#label}`, error))
  }
}

/** Returns the name of a tool in the agent. */
function toName(prefix: string, given: unknown): string {
  const { name } = Object(given) as { readonly name?: unknown }
  const own = `${prefix}_${String(name)}`.replaceAll(/[^\w-]/g, '_')
  // Some providers take no name that begins with a digit.
  return (/^[a-zA-Z_]/.test(own) ? own : `_${own}`).slice(0, 64)
}

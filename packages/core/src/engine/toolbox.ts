import type { RegisteredTool, ScopeRegistry } from '../tools/scope-registry.ts'
import { type Availability, evaluate } from '../tools/availability.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'

/**
 * The running calls of each registered tool. The calls are cancelled when their tool is
 * unregistered.
 */
export class CallOwners {
  readonly #running = new Map<RegisteredTool, Set<() => void>>()

  /** Calls `end` if the tool is unregistered before the returned function is called. */
  cancelWithTool(owner: RegisteredTool, end: () => void): () => void {
    const ends = this.#running.get(owner) ?? new Set()
    this.#running.set(owner, ends.add(end))
    return () => {
      ends.delete(end)
      if (ends.size === 0) this.#running.delete(owner)
    }
  }

  /** Cancels the running calls of a tool. */
  end(owner: RegisteredTool): void {
    this.#running.get(owner)?.forEach((end) => end())
  }
}

/**
 * The tools that one run may use: all registered tools, or the tools that the run is limited to.
 */
export class Toolbox {
  readonly registry: ScopeRegistry
  readonly #names: ReadonlySet<string> | undefined
  readonly #own: ReadonlyMap<string, RegisteredTool>

  /** `narrow` holds names of registered tools, and the run's own tools. */
  constructor(registry: ScopeRegistry, narrow?: readonly (string | Tool)[]) {
    this.registry = registry
    const tools = narrow?.filter((tool) => tool instanceof Tool) ?? []
    const scope = new Scope({ name: 'call', tools })
    this.#own = new Map(tools.map((tool) => [tool.name, { tool, scope }]))
    this.#names =
      narrow && new Set(narrow.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  }

  /** Returns the tool that a call of this name runs; undefined if the run may not use the name. */
  find(name: string): RegisteredTool | undefined {
    const own = this.#own.get(name)
    if (own || !this.#names) return own ?? this.registry.find(name)
    return this.#names.has(name) ? this.registry.find(name) : undefined
  }

  /** Returns the availability of a tool now. */
  isOn(registered: RegisteredTool): Availability {
    return this.#own.has(registered.tool.name)
      ? evaluate(registered.tool.enabled)
      : this.registry.isToolOn(registered)
  }

  /** Lists the tools that the run may use, each with its availability now. */
  list(): { tool: RegisteredTool['tool']; availability: Availability }[] {
    const names = this.#names
    const registered = names
      ? this.registry.tools.filter(({ tool: { name } }) => names.has(name) && !this.#own.has(name))
      : this.registry.tools
    return [...registered, ...this.#own.values()].map((entry) => ({
      tool: entry.tool,
      availability: this.isOn(entry),
    }))
  }
}

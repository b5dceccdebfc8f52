import type { RegisteredTool, ScopeRegistry } from '../tools/scope-registry.ts'
import { type Availability, evaluate } from '../tools/availability.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'

/**
 * Which running calls belong to which registered tool, so that a tool that goes takes its calls
 * with it.
 */
export class CallOwners {
  readonly #running = new Map<RegisteredTool, Set<() => void>>()

  /** Has `end` called if the tool's place in the registry ends before the returned function is called. */
  cancelWithTool(owner: RegisteredTool, end: () => void): () => void {
    const ends = this.#running.get(owner) ?? new Set()
    this.#running.set(owner, ends.add(end))
    return () => {
      ends.delete(end)
      if (ends.size === 0) this.#running.delete(owner)
    }
  }

  /** Ends the running calls of a tool. */
  end(owner: RegisteredTool): void {
    this.#running.get(owner)?.forEach((end) => end())
  }
}

/** The tools one run may use: all that are registered, or those it was narrowed to. */
export class Toolbox {
  readonly registry: ScopeRegistry
  readonly #names: ReadonlySet<string> | undefined
  readonly #own: ReadonlyMap<string, RegisteredTool>

  /** `narrow` holds names of registered tools, and tools of the run's own. */
  constructor(registry: ScopeRegistry, narrow?: readonly (string | Tool)[]) {
    this.registry = registry
    const tools = narrow?.filter((tool) => tool instanceof Tool) ?? []
    const scope = new Scope({ name: 'call', tools })
    this.#own = new Map(tools.map((tool) => [tool.name, { tool, scope }]))
    this.#names =
      narrow && new Set(narrow.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  }

  /** The tool a call of this name reaches; undefined for a name the run may not use. */
  find(name: string): RegisteredTool | undefined {
    const own = this.#own.get(name)
    if (own || !this.#names) return own ?? this.registry.find(name)
    return this.#names.has(name) ? this.registry.find(name) : undefined
  }

  /** Whether a tool is on now. */
  isOn(registered: RegisteredTool): Availability {
    return this.#own.has(registered.tool.name)
      ? evaluate(registered.tool.enabled)
      : this.registry.isToolOn(registered)
  }

  /** The usable tools, each as it is now. */
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

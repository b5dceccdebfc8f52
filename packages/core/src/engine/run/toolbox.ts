import type { RegisteredTool, ScopeRegistry } from '../../stores/scope-registry.ts'
import { type Availability, evaluate } from '../../values/availability.ts'
import { Scope } from '../../values/scope.ts'
import { Tool } from '../../values/tool.ts'

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

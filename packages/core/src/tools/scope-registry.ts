import { AgentError } from '../errors/agent-error.ts'
import { type Availability, evaluate } from './availability.ts'
import type { Scope } from './scope.ts'
import type { AnyTool } from './tool.ts'
import { Store } from '../state/store.ts'

/**
 * A tool's place in the registry, under one name: the same object for as long as its owner keeps
 * it.
 */
export interface RegisteredTool {
  /** The tool as it is now: `replaceTool` puts another in its place. */
  readonly tool: AnyTool
  readonly scope: Scope
}

interface ToolPlace extends RegisteredTool {
  tool: AnyTool
  unsubscribe: () => void
}

/** What an observer of the registry is told. */
export interface ScopeRegistryHooks {
  onScopeRegister?: ((scope: Scope) => void) | undefined
  onScopeUnregister?: ((scope: Scope) => void) | undefined
  /** Before `onScopeUnregister` where a whole scope goes. */
  onToolUnregister?: ((registered: RegisteredTool) => void) | undefined
}

/** Rises with every change of what is registered and every announced change of what is on. */
export interface ScopesState {
  readonly version: number
}

/**
 * What the agent can do now: the loop reads it before every model call and again at every tool
 * call. A zustand store whose `version` says when to look again. Scopes and tools keep the order in
 * which their names were first seen, whatever is unregistered in between, so that requests stay
 * alike.
 */
export class ScopeRegistry extends Store<ScopesState> {
  // A name that was seen keeps its place in these two, with undefined while it is free.
  readonly #scopes = new Map<string, Scope | undefined>()
  readonly #tools = new Map<string, ToolPlace | undefined>()
  readonly #toolsOf = new Map<Scope, Set<ToolPlace>>()
  #ordered: { scopes: readonly Scope[]; tools: readonly RegisteredTool[] } | undefined
  readonly #hooks: ScopeRegistryHooks

  constructor(hooks: ScopeRegistryHooks = {}) {
    super({ version: 0 })
    this.#hooks = hooks
  }

  /**
   * Registers a scope with all its tools and returns what undoes that, which may be called more
   * than once. Throws `AgentError` and changes nothing when the scope's name or one of its tools'
   * is taken.
   */
  register(scope: Scope): () => void {
    this.#refuseTaken(scope)
    this.#scopes.set(scope.name, scope)
    const places = new Set<ToolPlace>()
    this.#toolsOf.set(scope, places)
    for (const tool of scope.tools) this.#place(tool, scope)
    const unsubscribe = this.#watch(scope)
    this.#changed()
    this.#hooks.onScopeRegister?.(scope)
    return () => {
      if (this.#toolsOf.get(scope) !== places) return
      this.#scopes.set(scope.name, undefined)
      this.#toolsOf.delete(scope)
      unsubscribe()
      for (const place of places) this.#displace(place)
      this.#changed()
      for (const place of places) this.#hooks.onToolUnregister?.(place)
      this.#hooks.onScopeUnregister?.(scope)
    }
  }

  /**
   * Adds a tool to a registered scope and returns what removes it, which may be called more than
   * once; the tool also goes with its scope. Throws `AgentError` and changes nothing when there is
   * no such scope or the tool's name is taken.
   */
  addTool(scopeName: string, tool: AnyTool): () => void {
    const scope = this.#scopes.get(scopeName)
    if (!scope) {
      throw new AgentError(
        `Tool "${tool.name}" is for the scope "${scopeName}", which is not registered. Register that first.`,
      )
    }
    this.#refuseTakenTool(tool.name, scope)
    const place = this.#place(tool, scope)
    this.#changed()
    return () => {
      if (this.#tools.get(place.tool.name) !== place) return
      this.#toolsOf.get(scope)?.delete(place)
      this.#displace(place)
      this.#changed()
      this.#hooks.onToolUnregister?.(place)
    }
  }

  /**
   * Puts a tool in the place of the registered one of its name, in the same scope: running calls of
   * the one before go on, and what removed it removes this one. Throws `AgentError` when there is
   * none.
   */
  replaceTool(tool: AnyTool): void {
    const place = this.#tools.get(tool.name)
    if (!place) {
      throw new AgentError(`There is no tool "${tool.name}" to replace. Add it to a scope first.`)
    }
    if (place.tool === tool) return
    place.unsubscribe()
    place.tool = tool
    place.unsubscribe = this.#watch(tool)
    this.#changed()
  }

  /** Tells observers to evaluate every `enabled` and `context` again. */
  readonly refresh = (): void => {
    this.setState(({ version }) => ({ version: version + 1 }))
  }

  /** The tool registered under exactly this name. */
  find(name: string): RegisteredTool | undefined {
    return this.#tools.get(name)
  }

  /** Whether a scope of that name is registered. */
  has(scopeName: string): boolean {
    return this.#scopes.get(scopeName) !== undefined
  }

  /** The registered scopes, in a stable order. */
  get scopes(): readonly Scope[] {
    return this.#order().scopes
  }

  /** The registered tools, in a stable order. */
  get tools(): readonly RegisteredTool[] {
    return this.#order().tools
  }

  /** The tools of a registered scope, in the order in which they came to it. */
  toolsOf(scope: Scope): Iterable<RegisteredTool> {
    return this.#toolsOf.get(scope) ?? []
  }

  /** Whether a scope is on now. */
  isOn(scope: Scope): Availability {
    return evaluate(scope.enabled)
  }

  /** Whether a tool is on now; a tool of a scope that is off is off. */
  isToolOn({ tool, scope }: RegisteredTool): Availability {
    const ofScope = this.isOn(scope)
    if (ofScope.enabled) return evaluate(tool.enabled)
    return { enabled: false, reason: ofScope.reason }
  }

  #refuseTaken(scope: Scope): void {
    if (this.has(scope.name)) {
      throw new AgentError(
        `A scope "${scope.name}" is already registered. Rename one, or unregister the first.`,
      )
    }
    const own = new Set<string>()
    for (const { name } of scope.tools) {
      this.#refuseTakenTool(name, scope, own.has(name) ? scope : undefined)
      own.add(name)
    }
  }

  #refuseTakenTool(name: string, scope: Scope, owner = this.#tools.get(name)?.scope): void {
    if (!owner) return
    throw new AgentError(
      `Tool "${name}" is registered twice (scopes "${owner.name}" and "${scope.name}"). The model could not tell them apart. Rename one.`,
    )
  }

  #place(tool: AnyTool, scope: Scope): ToolPlace {
    const place: ToolPlace = { tool, scope, unsubscribe: this.#watch(tool) }
    this.#tools.set(tool.name, place)
    this.#toolsOf.get(scope)?.add(place)
    return place
  }

  #displace(place: ToolPlace): void {
    this.#tools.set(place.tool.name, undefined)
    place.unsubscribe()
  }

  /** Refreshes whenever the `enabled` of a scope or tool says that it changed. */
  #watch({ enabled }: Scope | AnyTool): () => void {
    return typeof enabled === 'object' ? enabled.subscribe(this.refresh) : nothing
  }

  #changed(): void {
    this.#ordered = undefined
    this.refresh()
  }

  #order(): { scopes: readonly Scope[]; tools: readonly RegisteredTool[] } {
    return (this.#ordered ??= {
      scopes: [...this.#scopes.values()].filter(isThere),
      tools: [...this.#tools.values()].filter(isThere),
    })
  }
}

const isThere = <T>(place: T | undefined): place is T => place !== undefined

const nothing = (): void => undefined

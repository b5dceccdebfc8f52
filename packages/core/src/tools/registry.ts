import { describeThrown } from '../errors/agent-error.ts'
import { misuse } from '../options/misuse.ts'
import { checkIs } from '../options/values.ts'
import { Store } from '../state/store.ts'
import { type Availability, evaluate, unavailable, watch } from './availability.ts'
import { Scope } from './scope.ts'
import { type AnyTool, Tool } from './tool.ts'

interface ToolPlace extends RegisteredTool {
  tool: AnyTool
  unsubscribe: () => void
}

/** The state of the scopes, for a page to show. */
export interface ScopesState {
  /**
   * A number that rises if a scope or tool is registered, replaced or unregistered, if an `enabled`
   * announces a change, and on `refresh`.
   */
  readonly version: number
  /** False if the user has stopped callers from outside: none of their calls runs. */
  readonly allowsOutside: boolean
}

/**
 * The scopes and tools that the agent can use now. The loop reads the registry before every model
 * call and again at every tool call.
 *
 * A zustand store: a new `version` means that a reader should look again. Scopes and tools keep the
 * order in which their names were first registered, also if some were unregistered in between.
 * Consecutive requests therefore stay alike.
 */
export class ScopeRegistry extends Store<ScopesState> {
  // Names keep their position in these two maps. The value is undefined while a name is free.
  readonly #scopes = new Map<string, Scope | undefined>()
  readonly #tools = new Map<string, ToolPlace | undefined>()
  readonly #toolsOf = new Map<Scope, Set<ToolPlace>>()
  #ordered: Ordered | undefined
  readonly #leftOut = new LeftOutList()
  readonly #switches = new Switches()
  readonly #onToolGone: ((registered: RegisteredTool) => void) | undefined
  #loading: Promise<unknown> | undefined
  #acts = 0

  /** `onToolGone` is called when a tool is unregistered. */
  constructor(onToolGone?: (registered: RegisteredTool) => void) {
    super({ version: 0, allowsOutside: true })
    this.#onToolGone = onToolGone
  }

  /**
   * Registers a scope with all its tools. Returns a function that unregisters the scope and may be
   * called more than once. Throws `AgentError`, and changes nothing, if the name of the scope or of
   * one of its tools is taken.
   */
  register(scope: Scope): () => void {
    checkIs(Scope, 'scope', scope)
    this.#refuseTaken(scope)
    this.#scopes.set(scope.name, scope)
    const places = new Set<ToolPlace>()
    this.#toolsOf.set(scope, places)
    for (const tool of scope.tools) this.#place(tool, scope)
    const unsubscribe = this.#watch(scope)
    this.refresh()
    return () => {
      if (this.#toolsOf.get(scope) !== places) return
      this.#scopes.set(scope.name, undefined)
      this.#toolsOf.delete(scope)
      unsubscribe()
      for (const place of places) this.#displace(place)
      this.refresh()
      for (const place of places) this.#onToolGone?.(place)
    }
  }

  /**
   * Adds a tool to a registered scope. Returns a function that removes the tool and may be called
   * more than once. The tool is also removed with its scope. Throws `AgentError`, and changes
   * nothing, if the scope is not registered or the tool's name is taken.
   */
  addTool(scopeName: string, tool: AnyTool): () => void {
    checkIs(Tool, 'tool', tool)
    const scope = this.#scopes.get(scopeName)
    if (!scope) {
      throw misuse('scopeUnknown', [scopeName, tool.name])
    }
    this.#refuseTakenTool(tool.name, scope)
    const place = this.#place(tool, scope)
    this.refresh()
    return () => {
      if (this.#tools.get(place.tool.name) !== place) return
      this.#toolsOf.get(scope)?.delete(place)
      this.#displace(place)
      this.refresh()
      this.#onToolGone?.(place)
    }
  }

  /**
   * Replaces the registered tool of the same name, in the same scope. Running calls of the old tool
   * go on. The function that removed the old tool now removes the new one. Throws `AgentError` if
   * no tool of that name is registered.
   */
  replaceTool(tool: AnyTool): void {
    const place = this.#tools.get(tool.name)
    if (!place) {
      throw misuse('toolUnknown', [tool.name])
    }
    if (place.tool === tool) return
    place.unsubscribe()
    place.tool = tool
    place.unsubscribe = this.#watch(tool)
    this.refresh()
  }

  /**
   * Counts an act of the user on the page, such as a press or a key. What a page shows after one is
   * not taken for what the calls of a message before it have done. `AgentProvider` calls this for
   * the events of the browser.
   */
  userActed(): void {
    this.#acts++
  }

  /** The number of acts of the user on the page so far. */
  get acts(): number {
    return this.#acts
  }

  /**
   * Records that a tool, a scope or a plug-in of the page could not be registered. The page goes on
   * without it. Each is reported on the console once. Returns a function that removes the record.
   */
  leaveOut(what: string, error: unknown): () => void {
    const remove = this.#leftOut.add(what, error)
    this.refresh()
    return () => void (remove() && this.refresh())
  }

  /** The tools, scopes and plug-ins of the page that could not be registered, in that order. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut.all
  }

  /**
   * Switches the registered tool of this name off, now or later, whatever its `enabled` says.
   * Running calls go on, and a call's own tools stay on. Returns a function that ends the switch.
   */
  switchOff(name: string, reason: string): () => void {
    const remove = this.#switches.add(name, reason)
    this.refresh()
    return () => void (remove() && this.refresh())
  }

  /**
   * Lets callers from outside of the page call tools, such as the agent of the browser. With false,
   * cancels their calls, and denies all further ones. In memory only.
   */
  allowOutside(isAllowed: boolean): void {
    this.setState(({ version }) => ({ version: version + 1, allowsOutside: isAllowed }))
  }

  /** Makes observers evaluate every `enabled` and `context` again. */
  readonly refresh = (): void => {
    this.#ordered = undefined
    this.setState(({ version }) => ({ version: version + 1 }))
  }

  /**
   * Reports code that is loading and will register something. The next request waits for it, at
   * most five seconds.
   */
  load(code: Promise<unknown>): void {
    const loading = Promise.allSettled([this.#loading, code]).then(() => {
      if (this.#loading === loading) this.#loading = undefined
      this.refresh()
    })
    this.#loading = loading
  }

  /** A promise of all code that is loading, which never rejects; undefined if none is. */
  get loading(): Promise<unknown> | undefined {
    return this.#loading
  }

  /** Returns the tool that is registered under exactly this name. */
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

  /**
   * Whether a scope must not leave the device. It guards, so it is asked anew each time.
   *
   * @internal
   */
  get isLocal(): boolean {
    return [...this.#scopes.values()].some((scope) => scope?.local)
  }

  /**
   * What some scope has, so that a run without it does not look for it in each request.
   *
   * @internal
   */
  get any(): Ordered['any'] {
    return this.#order().any
  }

  /** Returns the tools of a registered scope, in the order in which they were added. */
  toolsOf(scope: Scope): Iterable<RegisteredTool> {
    return this.#toolsOf.get(scope) ?? []
  }

  /** Evaluates whether a scope, and each scope around it, is on now. */
  isOn(scope: Scope): Availability {
    const around = scope.parent && this.isOn(scope.parent)
    return around?.enabled === false ? around : evaluate(scope.enabled)
  }

  /** Evaluates whether a tool is on now. Off, it has the reason of its switch, scope or self. */
  isToolOn({ tool, scope }: RegisteredTool): Availability {
    const around = this.#switches.find(tool.name) ?? this.isOn(scope)
    return around.enabled ? evaluate(tool.enabled) : around
  }

  #refuseTaken(scope: Scope): void {
    if (this.has(scope.name)) {
      throw misuse('scopeTwice', [scope.name])
    }
    const own = new Set<string>()
    for (const { name } of scope.tools) {
      this.#refuseTakenTool(name, scope, own.has(name) ? scope : undefined)
      own.add(name)
    }
  }

  #refuseTakenTool(name: string, scope: Scope, owner = this.#tools.get(name)?.scope): void {
    if (!owner) return
    throw misuse('toolTwice', [name, owner.name, scope.name])
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

  /** Refreshes the registry whenever the `enabled` of a scope or tool announces a change. */
  #watch({ enabled }: Scope | AnyTool): () => void {
    return watch(enabled, this.refresh)
  }

  /** Valid until the next change. A scope is changed in place, such as its `load`. */
  #order(): Ordered {
    if (this.#ordered) return this.#ordered
    const scopes = [...this.#scopes.values()].filter(isThere)
    return (this.#ordered = {
      scopes,
      tools: [...this.#tools.values()].filter(isThere),
      any: {
        onDemand: scopes.some(isOnDemand),
        instructions: scopes.some(({ instructions }) => instructions !== undefined),
      },
    })
  }
}

/** What is registered, in a stable order. */
interface Ordered {
  readonly scopes: readonly Scope[]
  readonly tools: readonly RegisteredTool[]
  readonly any: {
    readonly onDemand: boolean
    readonly instructions: boolean
  }
}

/** Whether a scope, or one around it, loads on demand. */
const isOnDemand = ({ load, parent }: Scope): boolean =>
  load === 'onDemand' || (parent !== undefined && isOnDemand(parent))

const isThere = <T>(place: T | undefined): place is T => place !== undefined

/** Registers the scopes of one run. Throws `AgentError` for names that are taken. */
export function registerScopes(scopes: readonly Scope[]): {
  registry: ScopeRegistry
  dispose: () => void
} {
  const registry = new ScopeRegistry()
  const disposers = scopes.map((scope) => registry.register(scope))
  return { registry, dispose: () => disposers.forEach((dispose) => dispose()) }
}

/**
 * A tool that is registered under one name. The object stays the same until the tool is
 * unregistered.
 */
export interface RegisteredTool {
  /** The current tool. `replaceTool` puts another one here. */
  readonly tool: AnyTool
  readonly scope: Scope
}

/** A tool, a scope or a plug-in that could not be registered, so the agent works without it. */
export interface LeftOut {
  /** The kind and the name, such as `tool "add_note"`. */
  readonly what: string
  /** The reason, with what to do. */
  readonly error: unknown
}

/** The list of what could not be registered. Each text is reported on the console once. */
class LeftOutList {
  readonly #entries = new Set<LeftOut>()
  readonly #reported = new Set<string>()

  /** All entries, in the order in which they were added. */
  get all(): readonly LeftOut[] {
    return [...this.#entries]
  }

  /**
   * Adds an entry. Returns a function that removes it, and then says whether it was still there.
   */
  add(what: string, error: unknown): () => boolean {
    const entry: LeftOut = { what, error }
    this.#entries.add(entry)
    const text = `[ambit] The ${what} is left out, so the model does not have it. ${describeThrown(error)}`
    if (!this.#reported.has(text)) console.error(text)
    this.#reported.add(text)
    return () => this.#entries.delete(entry)
  }
}

/** The tools that are switched off from outside of their owners. */
class Switches {
  readonly #entries = new Set<{ readonly name: string; readonly off: Availability }>()

  /**
   * Switches a tool off. Returns a function that ends it, and then says whether it was still there.
   */
  add(name: string, reason: string): () => boolean {
    const entry = { name, off: { enabled: false, reason: unavailable(reason).reason } } as const
    this.#entries.add(entry)
    return () => this.#entries.delete(entry)
  }

  /** Returns why a tool is switched off; undefined if it is not. */
  find(name: string): Availability | undefined {
    for (const entry of this.#entries) if (entry.name === name) return entry.off
    return undefined
  }
}

import { byLikeness } from '@ambit/protocol'
import type { CancelReason } from '../cancellation.ts'
import { DisabledToolError, UnknownToolError } from '../errors/errors.ts'
import { isHidden } from '../model/request.ts'
import type { ListedTool, ToolList } from '../model/tool-list.ts'
import { type Availability, evaluate } from '../tools/availability.ts'
import { optionsOf } from '../tools/context.ts'
import type { RegisteredTool, ScopeRegistry } from '../tools/registry.ts'
import { Scope } from '../tools/scope.ts'
import { withParents } from '../tools/subject.ts'
import { type AnyTool, Tool } from '../tools/tool.ts'
import type { CallWork, Found } from './call.ts'
import { hasLeft } from './offers.ts'
import type { LoopRun } from './run.ts'

type Leave = (reason: CancelReason) => void

/** The listeners of the calls of each registered tool. They learn that their tool has left. */
export class CallOwners {
  readonly #listeners = new Map<RegisteredTool, Set<Leave>>()

  /** Calls `listener` if the tool is unregistered before the returned function is called. */
  onGone(owner: RegisteredTool, listener: Leave): () => void {
    const listeners = this.#listeners.get(owner) ?? new Set()
    this.#listeners.set(owner, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(owner)
    }
  }

  /** Reports that a tool was unregistered. */
  leave(owner: RegisteredTool): void {
    const reason: CancelReason = {
      kind: 'scope_ended',
      message: `what provided it ("${owner.scope.name}") is no longer on the page`,
    }
    for (const listener of this.#listeners.get(owner) ?? []) listener(reason)
  }
}

/**
 * The tools that one run may use: all registered tools, or the tools that the run is limited to.
 * The tools of its tool list, such as a search, are found by name and listed nowhere.
 */
export class Toolbox {
  readonly registry: ScopeRegistry
  /** Reads the scopes that load on demand. Without it, all tools are as if they were loaded. */
  readOnDemand: (() => OnDemand) | undefined
  #onDemand: OnDemand | undefined
  readonly #names: ReadonlySet<string> | undefined
  readonly #own: ReadonlyMap<string, RegisteredTool>
  readonly #ofList: ReadonlyMap<string, RegisteredTool>
  readonly #isKnown: (registered: RegisteredTool) => boolean

  /**
   * `narrow` holds names of registered tools, and the run's own tools. A registered tool for which
   * `isKnown` returns false does not exist for the run. Default: those that no model may know.
   */
  constructor(
    registry: ScopeRegistry,
    narrow?: readonly (string | Tool)[],
    toolList?: ToolList,
    isKnown: (registered: RegisteredTool) => boolean = isForModel,
  ) {
    this.registry = registry
    this.#isKnown = isKnown
    this.#own = narrow
      ? toPlaces(
          'call',
          narrow.flatMap((tool) =>
            tool instanceof Tool && tool.visible.model !== false ? [tool] : [],
          ),
        )
      : noPlaces
    const ofList = toolList?.createTools?.(() => this.list())
    this.#ofList = ofList ? toPlaces('tool-list', ofList) : noPlaces
    this.#names =
      narrow && new Set(narrow.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  }

  /** Returns the tool that a call of this name runs; undefined if the run may not use the name. */
  find(name: string): RegisteredTool | undefined {
    const own = this.#own.get(name)
    if (own) return own
    const registered = this.allows(name) ? this.registry.find(name) : undefined
    const found = registered ?? this.#ofList.get(name) ?? this.#loader(name)
    return found && this.#isKnown(found) ? found : undefined
  }

  /** Returns the availability of a tool now. */
  isOn(registered: RegisteredTool): Availability {
    const unloaded = this.registry.any.onDemand && this.unloaded(registered.scope)
    if (unloaded) return notLoaded(unloaded)
    return this.#own.has(registered.tool.name)
      ? evaluate(registered.tool.enabled)
      : this.registry.isToolOn(registered)
  }

  /** Whether no model may learn of a tool now. */
  isHidden(registered: RegisteredTool): boolean {
    return isHidden({ ...registered, availability: this.isOn(registered) })
  }

  /** Lists the tools that the run may use, each with its availability now. */
  list(): ListedTool[] {
    const listed: ListedTool[] = []
    const loader = this.registry.any.onDemand ? this.#loader() : undefined
    for (const entry of loader ? [...this.entries(), loader] : this.entries()) {
      const { tool, scope } = entry
      if (entry !== loader && !this.isListed(scope)) continue
      const isOwn = entry === loader || this.#own.has(tool.name)
      listed.push({ tool, scope, availability: this.isOn(entry), isOwn })
    }
    return listed
  }

  /** The tools that the run may use. No `enabled` is evaluated. */
  *entries(): Iterable<RegisteredTool> {
    for (const entry of this.registry.tools) {
      const { name } = entry.tool
      if (this.allows(name) && !this.#own.has(name) && this.#isKnown(entry)) yield entry
    }
    yield* this.#own.values()
  }

  /** Whether a request may have the tools and the context of a scope: unless it is to be loaded. */
  isListed(scope: Scope): boolean {
    return !this.registry.any.onDemand || this.unloaded(scope) === undefined
  }

  /** The scopes that load on demand, made when one is first looked for. */
  get onDemand(): OnDemand | undefined {
    return (this.#onDemand ??= this.readOnDemand?.())
  }

  /**
   * Returns the scope that has to be loaded first: the outermost one of a scope and those around
   * it. Undefined if all are loaded. A call that names a tool inside of a scope has loaded that for
   * its run.
   */
  unloaded(scope: Scope): Scope | undefined {
    let first: Scope | undefined
    for (let at: Scope | undefined = scope; at; at = at.parent) {
      const waits = at.load === 'onDemand' && this.onDemand?.isLoaded(at) === false
      if (waits && !this.#namesInside(at)) first = at
    }
    return first
  }

  #namesInside(scope: Scope): boolean {
    const names = this.#names
    return (
      names !== undefined &&
      this.registry.tools.some(
        ({ tool, scope: at }) => names.has(tool.name) && withParents(at).includes(scope),
      )
    )
  }

  /** Returns the tool that loads scopes, if that is its name and the page has none of this name. */
  #loader(name?: string): RegisteredTool | undefined {
    const loader = this.onDemand?.tool
    if (!loader || (name !== undefined && name !== loader.tool.name)) return undefined
    const { name: own } = loader.tool
    return this.allows(own) && !this.registry.find(own) ? loader : undefined
  }

  /** True if the run may use only some of the registered tools. */
  get isNarrowed(): boolean {
    return this.#names !== undefined
  }

  /** Whether the run may use tools of this name. */
  allows(name: string): boolean {
    return !this.#names || this.#names.has(name)
  }
}

/** The scopes of a run that load on demand. */
export interface OnDemand {
  /** The tool that loads a scope; undefined if there is none to load. */
  readonly tool: RegisteredTool | undefined
  isLoaded(scope: Scope): boolean
}

const notLoaded = ({ name }: Scope): Availability => ({
  enabled: false,
  reason: `its scope is not loaded: call load_scope with the name ${JSON.stringify(name)} first`,
})

/** Whether a model may ever learn of a tool. */
export const isForModel = ({ tool, scope }: RegisteredTool): boolean =>
  tool.visible.model !== false && scope.visible.model !== false

const noPlaces: ReadonlyMap<string, RegisteredTool> = new Map()

/** Returns tools by name, in a scope of the given name that is on no page. */
function toPlaces(name: string, tools: readonly AnyTool[]): ReadonlyMap<string, RegisteredTool> {
  if (tools.length === 0) return noPlaces
  const scope = new Scope({ name, tools })
  return new Map(tools.map((tool) => [tool.name, { tool, scope }]))
}

/**
 * Returns the tool of a call, and records if it is untrusted. Throws if there is none:
 * `UnknownToolError`, or `DisabledToolError` for a tool of the request, which has left.
 */
export function find(work: CallWork): Found {
  const { call } = work
  const found = work.find(call.name)
  if (found) {
    if (optionsOf(found.executable, call.arguments).untrusted) work.isUntrusted = true
    return found
  }
  throw unknown(work)
}

function unknown({ run, call }: CallWork): UnknownToolError | DisabledToolError {
  if (run.offers?.names?.has(call.name)) {
    return new DisabledToolError(call.name, hasLeft, 'changed')
  }
  const available = run.toolbox.list().flatMap((t) => (t.availability.enabled ? [t.tool.name] : []))
  if (available.length <= mostNamed) return new UnknownToolError(call.name, available)
  const nearest = byLikeness(call.name, available).slice(0, mostNearest)
  return new UnknownToolError(call.name, nearest, available.length - mostNearest)
}

/** The most tools that the error of an unknown name lists. Of more, it lists the nearest. */
const mostNamed = 50
const mostNearest = 10

/**
 * Throws `DisabledToolError` if the tool is off now. Throws `UnknownToolError` if it is secret,
 * because the model does not know it then.
 */
export function requireOn(work: CallWork, { isOn, registered }: Found): void {
  const availability = isOn()
  if (availability.enabled) return
  if (registered && isHidden({ ...registered, availability })) throw unknown(work)
  const { reason } = availability
  if (reason !== undefined && registered?.scope.untrusted) work.isUntrusted = true
  throw new DisabledToolError(work.call.name, reason)
}

/** Finds a tool of the page, or of the run, by its exact name. */
export function findRegistered(run: LoopRun, name: string): Found | undefined {
  const registered = run.toolbox.find(name)
  if (!registered) return undefined
  return {
    executable: registered.tool,
    registered,
    onToolGone: (listener) => run.owners.onGone(registered, listener),
    isOn: () => run.toolbox.isOn(registered),
  }
}

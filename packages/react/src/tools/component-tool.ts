import type { Agent, Availability } from '@ambit/core'
import { EnabledObserver } from './enabled.ts'
import { markersOf } from '../settle/pending-markers.ts'
import { hintToBind } from './hint-to-bind.ts'
import { hintToHoist, noteSchema } from './hint-to-hoist.ts'
import type { Instance } from './instance/instance.ts'
import { loadInstances } from './instance/load-instances.ts'
import type { Outlet } from '../agent/agent-context.ts'
import type { ScopeRegistration } from './scope-registration.ts'
import {
  type AnyToolOptions,
  isSameTool,
  mountIdOf,
  type RenderedTool,
  toTool,
} from './tool-options.ts'
import { ToolRegistration } from './tool-registration.ts'

/**
 * The tool of a component. It is registered while the component is mounted, the tool's scope is
 * registered and the tool has the name.
 */
export class ComponentTool extends ToolRegistration<RenderedTool> {
  /** The options of the latest commit. */
  current: AnyToolOptions
  /** Where the calls of the tool are drawn. */
  readonly outlet: Outlet | undefined
  /** The options that the tool was made from. */
  #options: AnyToolOptions | undefined
  /** True while only `parameters` may differ from the options that the tool was made from. */
  #isSame = false
  #instance: Instance | undefined
  #enabled: EnabledObserver | undefined
  /** Makes the tool, or the instance, from the committed options. */
  #make: (() => void) | undefined
  /** Removes the record of a tool that could not be made. */
  #takeBack: (() => void) | undefined
  #isLeaving = false
  #endPending: () => void = nothing

  constructor(options: AnyToolOptions, outlet: Outlet | undefined) {
    super()
    this.current = options
    this.outlet = outlet
  }

  /**
   * Registers the tool or, with a subject `{ id, label }`, the component as one of the tool's
   * instances. A tool that cannot be made is left out. Returns a function that removes it.
   */
  override register(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    this.#isLeaving = false
    this.#endPending()
    this.#endPending = nothing
    const remove =
      mountIdOf(this.current.subject) === undefined
        ? this.#registerTool(agent, scope)
        : this.#registerInstance(agent, scope)
    return () => {
      this.#make = undefined
      remove()
      this.#takeBack?.()
      this.#takeBack = undefined
      this.#enabled?.stop()
      this.#enabled = undefined
      // React hides a component that suspends: the page is not settled until it is back.
      if (!this.#isLeaving) this.#endPending = markersOf(agent).add()
    }
  }

  /** Reports that the component unmounts, or is hidden for long by an `<Activity>`. */
  leave(): void {
    this.#isLeaving = true
    this.#endPending()
    this.#endPending = nothing
  }

  #registerTool(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    let remove: (() => void) | undefined
    const define = (): void => {
      const before = this.tool
      const tool = toTool(this)
      if (before) hintToHoist(this, before, tool)
      if (before && this.#isSame && before.takeSchemaOf(tool)) return
      if (before) return this.replace(tool)
      this.tool = tool
      remove = super.register(agent, scope)
    }
    const drop = (): void => {
      remove?.()
      remove = this.tool = undefined
    }
    this.tool = undefined
    this.#makeBy(agent, define, drop)
    return drop
  }

  #registerInstance(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    let isMounted = true
    const drop = (): void => {
      this.#instance?.remove()
      this.#instance = undefined
    }
    loadInstances(agent, (registerInstance) => {
      if (!isMounted) return
      const add = (): void => {
        if (this.#instance) this.#instance.update()
        else this.#instance = registerInstance({ agent, scope, committed: this })
      }
      this.#makeBy(agent, add, drop)
    })
    return () => {
      isMounted = false
      drop()
    }
  }

  /** Calls `make` now, and again when the options change. If `make` throws, leaves the tool out. */
  #makeBy(agent: Agent, make: () => void, drop: () => void): void {
    this.#make = () => {
      this.#options = this.current
      this.#takeBack?.()
      this.#takeBack = undefined
      try {
        make()
      } catch (error) {
        drop()
        this.#takeBack = agent.scopes.leaveOut(`tool "${this.current.name}"`, error)
      }
    }
    this.#make()
  }

  /** Applies the committed options, except the name. Running calls go on. */
  update(agent: Agent): void {
    this.#applyOptions()
    const { enabled } = this.current
    if (enabled || this.#enabled) {
      this.#enabled ??= new EnabledObserver()
      this.#enabled.update(agent, enabled, this)
    }
  }

  #applyOptions(): void {
    const before = this.#options
    const options = this.current
    if (!before || before === options) return
    const hasSchema = options.parameters === before.parameters
    this.#isSame = isSameTool(before, options)
    const isSame = this.#isSame && hasSchema
    noteSchema(this, !hasSchema)
    hintToBind(this, before, options)
    // An instance also tells its group of another label or `render`.
    if (!isSame || this.#instance) this.#make?.()
    this.#options = options
    if (!isSame || options.render !== before.render) this.setRenderer()
  }

  /** The availability of the tool now; undefined while the tool is not registered. */
  get availability(): Availability | undefined {
    if (this.#instance) return this.#instance.availability
    const scopes = this.registered?.scopes
    const registered = this.tool && scopes?.find(this.tool.name)
    return registered && scopes?.isToolOn(registered)
  }

  /** Sets the option `render` as the renderer. Without that option the tool has no renderer. */
  protected setRenderer(): void {
    const { tool } = this
    const render = this.#options?.render
    if (!tool) return
    const renderer = render && { render, validate: tool.validate, owner: this }
    this.registered?.setRenderer(tool.name, renderer)
  }
}

const nothing = (): void => undefined

import type { Agent, Availability } from '@ambit/core'
import { EnabledObserver } from './enabled.ts'
import { markersOf } from '../settle/pending-markers.ts'
import { hintToHoist } from './hint-to-hoist.ts'
import type { Instance } from './instance/instance.ts'
import { loadInstances } from './instance/load-instances.ts'
import type { ScopeRegistration } from './scope-registration.ts'
import { type AnyToolOptions, isSameTool, toTool } from './tool-options.ts'
import { ToolRegistration } from './tool-registration.ts'

/**
 * The tool of a component. It is registered while the component is mounted, the tool's scope is
 * registered and the tool has the name.
 */
export class ComponentTool extends ToolRegistration {
  /** The options of the latest commit. */
  current: AnyToolOptions
  /** The options that the tool was made from. */
  #options: AnyToolOptions | undefined
  #instance: Instance | undefined
  #enabled: EnabledObserver | undefined
  #isLeaving = false
  #endPending: () => void = nothing
  /**
   * The number of commits in a row that brought a new schema. It is 1 when the developer saves the
   * file.
   */
  #newSchemas = 0

  constructor(options: AnyToolOptions) {
    super()
    this.current = options
  }

  /**
   * Registers the tool or, with the option `instance`, the component as one of the tool's
   * instances. Returns a function that removes it.
   */
  override register(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    this.#isLeaving = false
    this.#endPending()
    this.#endPending = nothing
    const remove =
      this.current.instance === undefined
        ? this.#registerTool(agent, scope)
        : this.#registerInstance(agent, scope)
    return () => {
      remove()
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
    this.#options = this.current
    this.tool = toTool(this)
    return super.register(agent, scope)
  }

  #registerInstance(agent: Agent, scope: ScopeRegistration | undefined): () => void {
    let isMounted = true
    this.#options = undefined
    loadInstances(agent, (registerInstance) => {
      if (isMounted) this.#instance = registerInstance({ agent, scope, committed: this })
    })
    return () => {
      isMounted = false
      this.#instance?.remove()
      this.#instance = undefined
    }
  }

  /** Applies the committed options, except the name. Running calls go on. */
  update(agent: Agent): void {
    this.#instance?.update()
    this.#updateTool()
    const { enabled } = this.current
    if (enabled || this.#enabled) {
      this.#enabled ??= new EnabledObserver()
      this.#enabled.update(agent, enabled, this)
    }
  }

  #updateTool(): void {
    const before = this.#options
    const { tool } = this
    const options = this.current
    if (!before || !tool || before === options) return
    this.#options = options
    this.#newSchemas = options.parameters === before.parameters ? 0 : this.#newSchemas + 1
    if (!isSameTool(before, options)) {
      const next = toTool(this)
      if (this.#newSchemas > 1) hintToHoist(tool, next)
      this.replace(next)
    } else if (options.render === before.render) return
    this.setRenderer()
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

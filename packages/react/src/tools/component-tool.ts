import type { Agent, Availability } from '@ambit/core'
import { EnabledChanges } from './enabled.ts'
import { hintToHoist } from './hint-to-hoist.ts'
import type { InstanceMember } from './instance/instance.ts'
import { loadInstances } from './instance/load-instances.ts'
import type { ScopeSlot } from './scope-registration.ts'
import { ToolClaim } from './tool-registration.ts'
import { type AnyToolOptions, isSameTool, toTool } from './tool-options.ts'

/**
 * A component's tool: wanted while the component is mounted, registered while its scope is and the
 * name is its own.
 */
export class ToolSlot extends ToolClaim {
  /** The options of the latest commit. */
  current: AnyToolOptions
  /** Those the tool was made from. */
  #options: AnyToolOptions | undefined
  #instance: InstanceMember | undefined
  #enabled: EnabledChanges | undefined
  /** How many commits in a row brought a new schema. One does when the developer saves a file. */
  #newSchemas = 0

  constructor(options: AnyToolOptions) {
    super()
    this.current = options
  }

  /** Claims the tool's name and returns what gives it up. */
  mount(agent: Agent, scope: ScopeSlot | undefined): () => void {
    this.#options = this.current
    this.tool = toTool(this)
    return this.claim(agent, scope)
  }

  /** Makes the component one instance of the tool, among others, and returns what ends that. */
  mountInstance(agent: Agent, scope: ScopeSlot | undefined): () => void {
    let isMounted = true
    this.#options = undefined
    loadInstances(agent, (join) => {
      if (isMounted) this.#instance = join({ agent, scope, committed: this })
    })
    return () => {
      isMounted = false
      this.#instance?.leave()
      this.#instance = undefined
    }
  }

  /** Takes in what a commit may have changed beside the name. Running calls go on. */
  update(agent: Agent): void {
    this.#instance?.update()
    this.#updateTool()
    const { enabled } = this.current
    if (enabled || this.#enabled)
      (this.#enabled ??= new EnabledChanges()).take(agent, enabled, this)
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
    this.show()
  }

  /** Ends what an `enabled` is listened to for. */
  unmount(): void {
    this.#enabled?.stop()
    this.#enabled = undefined
  }

  /** Whether the tool is on now; undefined while it is not registered. */
  get availability(): Availability | undefined {
    if (this.#instance) return this.#instance.availability
    const scopes = this.registered?.scopes
    const registered = this.tool && scopes?.find(this.tool.name)
    return registered && scopes?.isToolOn(registered)
  }

  /** Has the tool's calls shown by its own renderer, or as every tool's. */
  protected show(): void {
    const { tool } = this
    const render = this.#options?.render
    if (!tool) return
    this.registered?.show(tool.name, render && { render, validate: tool.validate, owner: this })
  }
}

import { inDevelopment } from '../dev/in-development.ts'
import { toWords } from '../json/json.ts'
import { misuse } from '../options/misuse.ts'
import { checkIs } from '../options/values.ts'
import type { Enabled } from './availability.ts'
import { type Expose, toVisible, type Visible } from './context.ts'
import { type AnyTool, Tool } from './tool.ts'

/** The options of a scope. */
export interface ScopeOptions {
  /** The name, which is unique among the registered scopes. */
  name: string
  /** A name for people. Default: the name. */
  label?: string | undefined
  tools?: readonly AnyTool[] | undefined
  /**
   * Returns the data that the model should know now, as JSON or as anything that converts to JSON.
   * Called again for every request, which does not wait for it: a promise is told as null, with a
   * warning. The data is never kept in the history.
   */
  context?: (() => unknown) | undefined
  /**
   * The condition under which the scope is on. The tools of a scope that is off are off, and its
   * context is left out. Default: always on.
   */
  enabled?: Enabled | undefined
  /**
   * False if no caller from outside of the page may know and call its tools. A list: only callers
   * of these kinds may, such as `['webmcp']`. Default true; false for the tools that a bridge
   * brings from elsewhere.
   */
  expose?: Expose | undefined
  /** The `visible` of each of its tools. */
  visible?: Visible | undefined
  /**
   * The place of the context in a request. `user`: at the very end. `system`: after the
   * instructions, for data that rarely changes. Default `user`.
   */
  injection?: 'user' | 'system' | undefined
  /**
   * True if the context, the label or an `enabled` reason of the scope or its tools holds
   * third-party text. The model is told so, and its later calls count as tainted; an empty context
   * taints nothing. Results of its tools need `result.untrusted` of the tool. Such a scope cannot
   * use `injection: 'system'`. Default false.
   */
  untrusted?: boolean | undefined
}

/**
 * A named group of tools and the context that they act on. A scope is registered and unregistered
 * as a unit.
 *
 * Throws `AgentError` at construction for an empty name, and for an `untrusted` scope whose
 * `injection` is `system`. In development it throws for every wrong value, naming the option.
 */
export class Scope {
  readonly name: string
  readonly label: string
  readonly tools: readonly AnyTool[]
  readonly context: (() => unknown) | undefined
  readonly enabled: Enabled | undefined
  readonly expose: Expose
  readonly visible: Visible
  readonly injection: 'user' | 'system'
  readonly untrusted: boolean

  constructor(options: ScopeOptions) {
    inDevelopment('options', 'scope', options)
    const { name, label, tools, context, enabled, injection, untrusted } = options
    if (typeof name !== 'string' || name === '') throw misuse('scopeName', [])
    tools?.forEach((tool, at) => checkIs(Tool, `tools[${at}]`, tool, ` of scope "${name}"`))
    if (untrusted && injection === 'system') throw misuse('scopeInjection', [name])
    this.name = name
    this.label = toWords(label) ?? name
    this.tools = tools ?? []
    this.context = context
    this.enabled = enabled
    this.expose = options.expose ?? true
    this.visible = toVisible(options.visible, `scope "${name}"`)
    this.injection = injection ?? 'user'
    this.untrusted = untrusted ?? false
  }
}

import { AgentError } from '../errors/agent-error.ts'
import type { Enabled } from './availability.ts'
import type { AnyTool } from './tool.ts'

/** What a scope is made of. */
export interface ScopeOptions {
  /** Unique among the registered scopes. */
  name: string
  /** For people. Default: the name. */
  label?: string | undefined
  tools?: readonly AnyTool[] | undefined
  /** What the model should know now. Read again for every request; JSON, or anything that becomes it. Never kept in history. */
  context?: (() => unknown) | undefined
  /** Off, a scope hides its tools and its context. Default: always on. */
  enabled?: Enabled | undefined
  /**
   * Where the context stands: `user`, at the very end of the request, or `system`, after the instructions, for data that rarely
   * changes. Default `user`.
   */
  injection?: 'user' | 'system' | undefined
  /** The context holds third-party text. Such a scope cannot use `injection: 'system'`. */
  untrusted?: boolean | undefined
}

/** A named group of tools with the context they act on; registered and unregistered as a unit. */
export class Scope {
  readonly name: string
  readonly label: string
  readonly tools: readonly AnyTool[]
  readonly context: (() => unknown) | undefined
  readonly enabled: Enabled | undefined
  readonly injection: 'user' | 'system'
  readonly untrusted: boolean

  constructor(options: ScopeOptions) {
    const { name, label, tools, context, enabled, injection, untrusted } = options
    if (typeof name !== 'string' || name === '') {
      throw new AgentError('A scope needs a name: errors, approvals and the page call it by that.')
    }
    if (untrusted && injection === 'system') {
      throw new AgentError(
        `Scope "${name}" is untrusted, so \`injection: 'system'\` would put text of third parties among the instructions: leave that out.`,
      )
    }
    this.name = name
    this.label = label ?? name
    this.tools = tools ?? []
    this.context = context
    this.enabled = enabled
    this.injection = injection ?? 'user'
    this.untrusted = untrusted ?? false
  }
}

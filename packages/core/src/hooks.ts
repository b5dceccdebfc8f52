import type { AgentError } from './errors/agent-error.ts'
import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput } from './messages/content.ts'
import type { AssistantMessage, AssistantToolCall, Message } from './messages/message.ts'
import type { ModelRequest } from './model/request.ts'
import type { ModelResponse } from './model/response.ts'
import type { Metadata } from './register.ts'
import type { Scope } from './tools/scope.ts'
import type { Usage } from './budget/usage.ts'
import type { RunResult } from './run-result.ts'

/** Which run a hook stands in. */
export interface HookContext {
  readonly agentId: string
  readonly runId: string
  readonly rootRunId: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata: Metadata
  /** Ends the run. */
  cancel(reason?: CancelReason): void
}

interface InIteration {
  readonly run: HookContext
  readonly iteration: number
}

type Returns<T> = T | undefined | void

/**
 * Interceptors in the loop. Those of one name run in the order of their registration, each awaited and each seeing what the one before
 * changed. Returning nothing changes nothing. A throw ends the run through `onRunError`.
 */
export interface Hooks {
  onRunStart: (at: { run: HookContext; input: ChatInput | undefined }) => unknown
  /** Before a model call. `request` replaces what is sent; `response` takes the place of the call and ends the chain. */
  preRequest: (
    at: InIteration & { request: ModelRequest },
  ) => MaybePromise<Returns<{ request: ModelRequest } | { response: Partial<ModelResponse> }>>
  /** After a model call, before its message is committed. */
  onResponse: (
    at: InIteration & { response: ModelResponse },
  ) => MaybePromise<Returns<{ response: Partial<ModelResponse> }>>
  /** After each message is in the history. */
  onMessage: (at: { run: HookContext; message: Message }) => unknown
  /**
   * Before a call runs, with valid arguments. `call` replaces it, and is validated again; `result` or `error` answers it unrun and ends
   * the chain.
   */
  preToolCall: (
    at: InIteration & { call: AssistantToolCall },
  ) => MaybePromise<Returns<{ call: AssistantToolCall } | { result: unknown } | { error: unknown }>>
  onToolCallResult: (
    at: InIteration & { call: AssistantToolCall; result: unknown },
  ) => MaybePromise<Returns<{ result: unknown }>>
  onToolCallError: (
    at: InIteration & { call: AssistantToolCall; error: AgentError },
  ) => MaybePromise<Returns<{ error: unknown }>>
  /** After the calls of an iteration. `stop: true` ends the run with status `stopped`. */
  onIterationEnd: (
    at: InIteration & { message: AssistantMessage; usage: Usage },
  ) => MaybePromise<Returns<{ stop: boolean }>>
  onRunDone: (at: { run: HookContext; result: RunResult | undefined }) => unknown
  onRunCancelled: (at: { run: HookContext; reason: CancelReason }) => unknown
  onRunError: (at: { run: HookContext; error: Error }) => unknown
  /** Of no run, as the next: a throw ends what runs then, and is reported in the console where nothing does. */
  onScopeRegister: (at: { scope: Scope }) => unknown
  onScopeUnregister: (at: { scope: Scope }) => unknown
}

type MaybePromise<T> = T | Promise<T>

/** The name of a hook, as in `preRequest`. */
export type HookName = keyof Hooks

/** The hooks of an agent. */
export class HookRegistry {
  readonly #hooks = new Map<HookName, readonly Hooks[HookName][]>()

  /** Adds a hook and returns what removes it. */
  add<Name extends HookName>(name: Name, hook: Hooks[Name]): () => void {
    this.#hooks.set(name, [...(this.#hooks.get(name) ?? []), hook])
    let isAdded = true
    return () => {
      const hooks = this.of(name)
      // One function may be added more than once: each time is removed for itself.
      if (isAdded) this.#hooks.set(name, hooks.toSpliced(hooks.indexOf(hook), 1))
      isAdded = false
    }
  }

  /** The hooks of one name, in order. The list is replaced on change, so one that is being walked skips nobody. */
  of<Name extends HookName>(name: Name): readonly Hooks[Name][] {
    return (this.#hooks.get(name) ?? none) as readonly Hooks[Name][]
  }

  /** Awaits each hook of one name and asks for nothing back. */
  async notify<Name extends Observing>(name: Name, at: Parameters<Hooks[Name]>[0]): Promise<void> {
    for (const hook of this.of(name)) await (hook as (at: unknown) => unknown)(at)
  }
}

type Observing =
  | 'onRunStart'
  | 'onMessage'
  | 'onRunDone'
  | 'onRunCancelled'
  | 'onRunError'
  | 'onScopeRegister'
  | 'onScopeUnregister'

const none: readonly never[] = []

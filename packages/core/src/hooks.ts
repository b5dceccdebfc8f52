import { inDevelopment } from './dev/in-development.ts'
import { misuse } from './options/misuse.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { AgentError } from './errors/agent-error.ts'
import type { CancelReason } from './cancellation.ts'
import type { AssistantMessage, AssistantToolCall, ChatInput, Message } from './messages/message.ts'
import type { ModelRequest } from './model/request.ts'
import type { ModelResponse } from './model/response.ts'
import type { Metadata } from './register.ts'
import type { Scope } from './tools/scope.ts'
import type { Usage } from './model/usage.ts'
import type { RunResult } from './run.ts'

/** The run that a hook is called in. */
export interface HookContext {
  readonly agentId: string
  readonly runId: string
  readonly rootRunId: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata: Metadata
  /**
   * A place for values that hooks of one run share: one object for each run, empty at its start. A
   * run inside another has its own. Ambit never reads it.
   */
  readonly state: Record<string, unknown>
  /** Cancels the run. */
  cancel(reason?: CancelReason): void
}

interface InIteration {
  readonly run: HookContext
  readonly iteration: number
}

type Returns<T> = T | undefined | void

/**
 * The interceptors of the loop. Hooks of one name run in the order of their registration. Each is
 * awaited, and sees the changes of the one before. A hook that returns nothing changes nothing. A
 * hook that throws ends the run through `onRunError`.
 */
export interface Hooks {
  onRunStart: (at: { run: HookContext; input: ChatInput | undefined }) => unknown
  /**
   * Runs before a model call. `request` replaces the request, and `model` the model, for this call
   * alone. `response` replaces the call and ends the chain.
   */
  preRequest: (
    at: InIteration & { request: ModelRequest; model: LanguageModelV4 },
  ) => MaybePromise<
    Returns<
      | { request?: ModelRequest | undefined; model?: LanguageModelV4 | undefined }
      | { response: Partial<ModelResponse> }
    >
  >
  /** Runs after a model call, before its message is added to the history. */
  onResponse: (
    at: InIteration & { response: ModelResponse },
  ) => MaybePromise<Returns<{ response: Partial<ModelResponse> }>>
  /** Runs after each message is added to the history. */
  onMessage: (at: { run: HookContext; message: Message }) => unknown
  /**
   * Runs before a call, with valid arguments. `call` replaces the call and is validated again.
   * `result` or `error` answers the call without running it, and ends the chain. The next two hooks
   * get such a result or error as they get that of a handler.
   */
  preToolCall: (
    at: InIteration & { call: AssistantToolCall },
  ) => MaybePromise<Returns<{ call: AssistantToolCall } | { result: unknown } | { error: unknown }>>
  /**
   * Runs when a call has succeeded. If it throws, the run ends. The call still counts as succeeded,
   * and its result is withheld from the model.
   */
  onToolCallResult: (
    at: InIteration & { call: AssistantToolCall; result: unknown },
  ) => MaybePromise<Returns<{ result: unknown }>>
  onToolCallError: (
    at: InIteration & { call: AssistantToolCall; error: AgentError },
  ) => MaybePromise<Returns<{ error: unknown }>>
  /** Runs after the calls of an iteration. `stop: true` ends the run with the status `stopped`. */
  onIterationEnd: (
    at: InIteration & { message: AssistantMessage; usage: Usage },
  ) => MaybePromise<Returns<{ stop: boolean }>>
  onRunDone: (at: { run: HookContext; result: RunResult | undefined }) => unknown
  onRunCancelled: (at: { run: HookContext; reason: CancelReason }) => unknown
  onRunError: (at: { run: HookContext; error: Error }) => unknown
  /**
   * Belongs to no run, as the next one. If it throws, every run in progress fails; with none, the
   * error is reported.
   */
  onScopeRegister: (at: { scope: Scope }) => unknown
  onScopeUnregister: (at: { scope: Scope }) => unknown
}

type MaybePromise<T> = T | Promise<T>

/** The name of a hook, such as `preRequest`. */
export type HookName = keyof Hooks

/** The hooks of an agent. */
export class HookRegistry {
  readonly #hooks = new Map<HookName, readonly Hooks[HookName][]>()

  /**
   * Adds a hook. Returns a function that removes it. Throws `AgentError` for a name that is not a
   * text, and for a hook that is not a function.
   */
  add<Name extends HookName>(name: Name, hook: Hooks[Name]): () => void {
    if (typeof name !== 'string' || typeof hook !== 'function') throw misuse('hook', [name, hook])
    inDevelopment('heard', 'hook', name)
    this.#hooks.set(name, [...(this.#hooks.get(name) ?? []), hook])
    let isAdded = true
    return () => {
      const hooks = this.of(name)
      // The same function may be added several times. Each returned function removes one of them.
      if (isAdded) this.#hooks.set(name, hooks.toSpliced(hooks.indexOf(hook), 1))
      isAdded = false
    }
  }

  /**
   * Returns the hooks of one name, in order. A change replaces the list, so a loop over the old
   * list skips no hook.
   */
  of<Name extends HookName>(name: Name): readonly Hooks[Name][] {
    return (this.#hooks.get(name) ?? none) as readonly Hooks[Name][]
  }

  /** Awaits each hook of one name and ignores the results. */
  async notify<Name extends Observing>(name: Name, at: Parameters<Hooks[Name]>[0]): Promise<void> {
    for (const hook of this.of(name)) await (hook as (at: unknown) => unknown)(at)
  }
}

/** The hooks that ask for nothing back. */
type Observing = {
  [Name in HookName]: unknown extends ReturnType<Hooks[Name]> ? Name : never
}[HookName]

const none: readonly never[] = []

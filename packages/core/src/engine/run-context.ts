import { inDevelopment } from '../dev/in-development.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { CancelReason } from '../cancellation.ts'
import { AgentError } from '../errors/agent-error.ts'
import { toContent } from '../messages/content.ts'
import { toMessage } from '../messages/history.ts'
import {
  type ChatInput,
  toUserMessage,
  type UserContent,
  type UserMessage,
} from '../messages/message.ts'
import { toPrompt } from '../model/prompt.ts'
import type { Dependencies, Metadata, State } from '../register.ts'
import type { LoopRun, RunCore } from './run.ts'
import { askAside } from './send.ts'

/** The run that a handler, the instructions or a plug-in work for. */
export interface RunContext {
  readonly id: string
  /** The id of the outermost run around this one, or its own. */
  readonly rootId: string
  readonly sessionId: string
  /** The 0-based number of the current model call. */
  readonly iteration: number
  /** The name of the agent. */
  readonly agent: string
  /** The user of the run. Absent if the agent names none. */
  readonly user?:
    | { readonly id?: string | undefined; readonly tenant?: string | undefined }
    | undefined
  readonly metadata: Metadata
  readonly dependencies: Dependencies
  /** A signal that aborts when the run is cancelled. Its reason is the `CancelReason`. */
  readonly signal: AbortSignal
  /** The session's state, which the tools of all its turns share. */
  readonly state: {
    get(): State
    /** Merges a change into the state. */
    set(change: Partial<State>): void
  }
  /** Ends the run after the current iteration, with the status `stopped`. */
  stop(): void
  /** Cancels the run. */
  cancel(reason?: CancelReason): void
  /** Emits an `agent:warning` event, once in a run for each code and message. */
  warn(code: string, message: string): void
  /** Emits an `agent:custom` event. */
  emit(name: string, data: unknown): void
  /**
   * Asks a model, under the limits and on the bill of the run. Resolves with its text. `model` is
   * by default that of the run. Rejects with `AgentError` in a run of `runAgent` without a `model`,
   * and once the call or the run has ended.
   */
  ask(prompt: ChatInput, options?: AskOptions): Promise<string>
}

/** The options of `run.ask`. */
export interface AskOptions {
  /** Default: the run's model. */
  readonly model?: LanguageModelV4 | undefined
  /** The text that states what the model is to do with the prompt. */
  readonly instructions?: string | undefined
}

/** What a context does in another way for one call of a tool. */
export interface CallView {
  /** Whether the call is over, so that `what` does nothing. */
  readonly isOver: (what: string) => boolean
  readonly emit: (name: string, data: unknown) => void
  readonly cancel: (reason: CancelReason | undefined) => void
}

/** A run as its context shows it. Every field is a getter, so an unused field costs nothing. */
export class RunView implements RunContext {
  readonly #run: RunCore
  readonly #call: CallView | undefined

  constructor(run: RunCore, call?: CallView) {
    this.#run = run
    this.#call = call
  }

  get id(): string {
    return this.#run.id
  }
  get rootId(): string {
    return this.#run.rootId
  }
  get sessionId(): string {
    return this.#run.sessionId
  }
  get iteration(): number {
    return this.#run.iteration
  }
  get agent(): string {
    return this.#run.agentId
  }
  get user(): RunContext['user'] {
    const { id, tenant } = this.#run.config.user
    if (id === undefined && tenant === undefined) return undefined
    return { ...(id !== undefined && { id }), ...(tenant !== undefined && { tenant }) }
  }
  get metadata(): Metadata {
    return this.#run.config.metadata
  }
  get dependencies(): Dependencies {
    return this.#run.config.dependencies
  }
  get signal(): AbortSignal {
    return this.#run.cancellation.signal
  }
  // These getters return functions, so that they may be taken out of the context.
  get state(): RunContext['state'] {
    const { session } = this.#run
    return {
      get: () => session.state.getState(),
      set: (change) => {
        if (this.#call?.isOver('run.state.set')) return
        session.state.set(change)
      },
    }
  }
  get stop(): RunContext['stop'] {
    return () => {
      if (this.#call?.isOver('run.stop')) return
      this.#run.isStopping = true
    }
  }
  get cancel(): RunContext['cancel'] {
    return (reason) => (this.#call ? this.#call.cancel(reason) : this.#run.cancel(reason))
  }
  get warn(): RunContext['warn'] {
    return (code, message) => this.#run.warn(code, message, `${code} ${message}`)
  }
  get emit(): RunContext['emit'] {
    return (name, data) => {
      if (this.#call?.isOver('run.emit')) return
      if (this.#call) this.#call.emit(name, data)
      else this.#run.log.emit('custom', { iteration: this.iteration, name, data })
    }
  }
  get ask(): RunContext['ask'] {
    return async (prompt, options = {}) => {
      if (this.#call?.isOver('run.ask') || this.#run.log.isClosed) throw new AgentError(askedLate)
      inDevelopment('data', 'run.ask', options)
      return askModel(this.#run, prompt, options)
    }
  }
}

const askedLate =
  '`run.ask` was called after its call or its run had ended. Await it in the handler.'

/** Asks a model in the name of a run. */
async function askModel(
  run: RunCore,
  prompt: ChatInput,
  { model, instructions }: AskOptions,
): Promise<string> {
  if (!model && !('model' in run.config)) {
    throw new AgentError('A run of `runAgent` has no model to ask. Give `ask` a `model`.')
  }
  const content = (await toContent(prompt)) as UserContent
  const message = toMessage<UserMessage>(toUserMessage(content, false, run.ports), null)
  const system =
    instructions === undefined ? [] : [{ role: 'system' as const, content: instructions }]
  const request = { prompt: [...system, ...toPrompt([message])] }
  return askAside(run as LoopRun, request, model)
}

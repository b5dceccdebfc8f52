import { AgentError } from '../errors/agent-error.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import type { Artifact, AskPerson, ToolContext, Undo } from '../tools/tool-context.ts'
import { parseDuration } from '../options/retry.ts'
import type { JsonObject } from '../json/json.ts'
import { toWords } from '../json/to-words.ts'
import type { Dependencies, Metadata, State } from '../register.ts'
import type { UndoableCall } from '../state/undos.ts'
import { cancellationOfContext } from './run-of.ts'
import { type CallAround, callOfContext } from './call-around.ts'
import type { Cancellation } from '../cancellation.ts'
import { askPerson } from './ask-person.ts'
import type { RunCore } from './run-core.ts'
import { askedLate, isOver } from './late-handler.ts'
import { cleanUp } from './clean-up.ts'
import { cancelByHandler } from './handler-cancel.ts'
import { onUndo } from './on-undo.ts'
import { scopesRegistered } from './settle.ts'
import { addTouched, type TouchingCall } from './touched.ts'

/** One call as the executor works on it. */
export interface CallInfo extends CallAround, TouchingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  /** The name, for people, of the row or card that the call is for. */
  label?: string | undefined
  /** The clean-ups that the handler deferred, in the order of the `defer` calls. */
  readonly deferred: (() => unknown)[]
  /** True if the call has reached an untrusted tool. */
  readonly isUntrusted?: boolean | undefined
  /** The cancellation of all attempts of the call. */
  readonly cancellation?: Cancellation | undefined
  /** The undo functions of the call; present once the handler has registered one. */
  undo?: UndoableCall | undefined
  hasEnded?: true | undefined
  /** True once it was told that the handler did something after the call had ended. */
  isLateTold?: true | undefined
  /** Stops the call from being cancelled when its tool is unregistered. */
  release?: (() => void) | undefined
}

const noEnv: JsonObject = Object.freeze({})

/**
 * The context that the handler gets for one attempt. Every field is a getter, so an unused field
 * costs nothing.
 */
export class CallContext implements ToolContext {
  readonly #call: CallInfo
  readonly #cancellation: Cancellation

  constructor(call: CallInfo, cancellation: Cancellation) {
    this.#call = call
    this.#cancellation = cancellation
  }

  static {
    Object.defineProperty(this.prototype, callOfContext, {
      get(this: CallContext): CallAround {
        return this.#call
      },
    })
    Object.defineProperty(this.prototype, cancellationOfContext, {
      get(this: CallContext): Cancellation {
        return this.#call.cancellation ?? this.#cancellation
      },
    })
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }
  get runId(): string {
    return this.#call.run.id
  }
  get rootRunId(): string {
    return this.#call.run.rootId
  }
  get callId(): string {
    return this.#call.callId
  }
  get iteration(): number {
    return this.#call.iteration
  }
  get sessionId(): string {
    return this.#call.run.sessionId
  }
  get userId(): string | undefined {
    return this.#call.run.config.userId
  }
  get tenantId(): string | undefined {
    return this.#call.run.config.tenantId
  }
  get metadata(): Metadata {
    return this.#call.run.config.metadata
  }
  get env(): JsonObject {
    return noEnv
  }
  get dependencies(): Dependencies {
    return this.#call.run.config.dependencies
  }
  get idempotencyKey(): string {
    // The given `sessionId` may be that of several histories, which may have equal call ids.
    return `${this.#call.run.session.id}:${this.callId}`
  }
  get artifacts(): { add(artifact: Artifact): void } {
    const { artifacts, session, id: runId } = this.#call.run
    const { callId, tool } = this.#call
    return {
      add: (given) => {
        if (this.#isOver('artifacts.add')) return
        const artifact = toArtifact(given, callId)
        artifacts.set(artifact.id, artifact)
        session.artifacts?.add({ ...artifact, runId, callId, tool })
      },
    }
  }
  get ask(): AskPerson {
    return (async (question: Parameters<AskPerson>[0]) => {
      this.#cancellation.throwIfCancelled()
      if (this.#call.hasEnded) throw new AgentError(askedLate(this.#call.tool))
      return askPerson(this.#call, this.#cancellation, question)
    }) as AskPerson
  }
  get outlive(): () => void {
    return () => outlive(this.#call)
  }
  get onUndo(): (undo: Undo) => void {
    return (undo) => onUndo(this.#call, undo)
  }
  // These getters return functions, so that a handler may take the functions out of the context.
  get getState(): ToolContext['getState'] {
    return () => this.#call.run.session.state
  }
  get setState(): ToolContext['setState'] {
    return (change) => {
      if (this.#isOver('setState')) return
      const { session } = this.#call.run
      session.state = { ...(session.state as object), ...change } as State
    }
  }
  get report(): ToolContext['report'] {
    return (progress) => {
      if (this.#isOver('report')) return
      this.#call.run.log.emit('tool_progress', {
        ...this.#names,
        ...progress,
        message: toWords(Object(progress).message),
      })
    }
  }
  get touched(): ToolContext['touched'] {
    return (target) => {
      if (!this.#isOver('touched')) addTouched(this.#call, target)
    }
  }
  get emit(): ToolContext['emit'] {
    return (name, data) => {
      if (this.#isOver('emit')) return
      this.#call.run.log.emit('custom', { ...this.#names, name, data })
    }
  }
  get defer(): ToolContext['defer'] {
    return (cleanup) => {
      const { deferred, hasEnded } = this.#call
      deferred.push(cleanup)
      // A cancelled handler may go on, and get what it must release after its call has ended.
      if (hasEnded) void cleanUp(this.#call)
    }
  }
  get cancel(): ToolContext['cancel'] {
    return (reason) => cancelByHandler(this.#call, reason)
  }
  get waitForScope(): ToolContext['waitForScope'] {
    return async (name, { timeout = '2s' } = {}) => {
      const { toolbox, ports } = this.#call.run
      const timeoutMs = parseDuration(timeout, 'timeout')
      const bounds = { cancellation: this.#cancellation, clock: ports.clock, timeoutMs }
      if (await scopesRegistered(toolbox.registry, [name], bounds)) return
      throw new TimeoutError(`Waiting for the scope "${name}"`, timeoutMs)
    }
  }

  #isOver(what: string): boolean {
    return isOver(this.#call, this.#cancellation, what)
  }

  get #names(): { callId: string; tool: string; iteration: number } {
    const { callId, tool, iteration } = this.#call
    return { callId, tool, iteration }
  }
}

/** Returns an artifact whose texts are text: a page shows them, and finds a renderer by type. */
const toArtifact = (artifact: Artifact, callId: string): Artifact => ({
  ...artifact,
  id: toWords(artifact.id) ?? callId,
  type: toWords(artifact.type) ?? '',
  title: toWords(artifact.title),
})

/** Keeps a call running from now on when its tool is unregistered. */
export function outlive(call: { release?: (() => void) | undefined }): void {
  const { release } = call
  call.release = undefined
  release?.()
}

// The reasons: decisions/0019.
import type { Pending } from './state/pending.ts'
import type { CancelReason } from './cancellation.ts'
import type { SessionTurn } from './engine/engine.ts'
import type { LoopRun } from './engine/run.ts'
import type { Ports } from './environment.ts'
import type { JsonObject } from './json/json.ts'
import type { AssistantToolCall, Message, ToolMessage } from './messages/message.ts'
import type { Usage } from './model/usage.ts'
import type { AgentOptions } from './options.ts'
import type { AgentPlugin } from './plugins.ts'
import type { State } from './register.ts'
import type { Run, RunResult } from './run.ts'
import type { KeptSession, OpenedSession, Session } from './session.ts'
import type { Calls } from './state/calls.ts'
import type { SessionArtifact, UsageState } from './state/session-stores.ts'
import type { Activity } from './state/stores.ts'
import type {
  AgentStorage,
  Intent,
  RunCheckpoint,
  SessionInfo,
  SessionQuery,
  StorageDegradation,
  WaitingMessage,
} from './storage.ts'
import type { ScopeRegistry } from './tools/registry.ts'
import type { ChatTurns } from './turns.ts'

/** A call that is about to run. */
export interface StartingCall {
  readonly call: AssistantToolCall
  readonly effect: string
  readonly idempotencyKey: string
  /** True for a call that only reads, and that may run again if nobody knows whether it ran. */
  readonly mayRepeat: boolean
  /** True if a user changed the arguments. */
  readonly isChanged: boolean
}

/** The record that a run with a storage writes as it proceeds. */
export interface Journal {
  /**
   * Writes messages. Resolves when the messages are durable, or when the run knows that the write
   * failed. Never rejects.
   */
  append(messages: readonly Message[]): Promise<void>
  /**
   * Writes that a call is about to run. Resolves when the call may run: when the write is durable,
   * or at once in a storage that is far if the call may repeat. Rejects with the code `storage`.
   */
  started(call: StartingCall): Promise<void>
  /**
   * Writes the answer of a call that ended before its turn in the history has come. `append` gets
   * the answer later. Resolves as `append` does. Never rejects.
   */
  ended(call: AssistantToolCall, answer: ToolMessage): Promise<void>
  /**
   * Writes that messages left the history because a guardrail refused them. Resolves when the write
   * is durable. Never rejects.
   */
  refused(ids: readonly string[]): Promise<void>
  /** Writes that the run has ended. Never rejects. */
  end(): Promise<void>
  /** True if the last run of the session did not end. It may have left calls open. */
  readonly isCut: boolean
  /** The records of the calls that a page before this one started, by call id. */
  readonly intents: ReadonlyMap<string, Intent>
  /**
   * Answers the next call that a page before this one left open. If there is none, tells the model
   * of the next call that such a page made by itself. Returns undefined if there is none either.
   */
  answerNext(): Promise<void> | undefined
  /** Tells the model of the calls that an earlier page made by itself, unless calls are open. */
  tellLost(): Promise<void>
}

/** What a run does about a run that was cut short, and about the calls of a page that is gone. */
export interface RunRestorer {
  /** Converts a long history for the model, before the run goes on. */
  prepare(messages: readonly Message[]): Promise<void>
  /** Restores the run, so that the loop continues from its checkpoint. */
  resume(
    run: LoopRun,
    checkpoint: RunCheckpoint,
    intents: ReadonlyMap<string, Intent>,
  ): Promise<void>
  /** Answers the calls that a run left open when it was cut short. */
  close(run: LoopRun): Promise<void>
  /** See `Journal.answerNext`. */
  answerNext(run: LoopRun): Promise<void> | undefined
  /** See `Journal.tellLost`. */
  tellLost(run: LoopRun): Promise<void>
}

/**
 * Claims the session for this page, loads what other pages wrote, and gives the run a journal.
 * `turn` is that of a chat, which continues the run that was cut short or closes it. Any other run
 * waits for another page that runs the session. Resolves with a function that releases the claim.
 * Rejects with the code `busy` if another page holds the claim and the turn must not wait.
 */
export type EnterSession = (
  run: LoopRun,
  restorer: RunRestorer,
  turn?: Pick<SessionTurn, 'onBusy' | 'isResuming'>,
) => Promise<() => Promise<void>>

/** The state of the open session, for a page to show. */
export interface SessionsState {
  /** The id of the open session. */
  readonly current: string
  /** True while a session is being read that is open, or is about to be. */
  readonly isOpening: boolean
  /** The page in which a run of the session goes on; undefined if no run does. */
  readonly running: 'here' | 'elsewhere' | undefined
  /** True if the last run was cut short and can be resumed. */
  readonly isInterrupted: boolean
  /** True while an interrupted run is about to be resumed by itself: see `session.autoResume`. */
  readonly isResuming?: boolean | undefined
  /** True if the storage has older messages than those in `history`. */
  readonly hasOlder: boolean
  /**
   * The messages of the user that no run has taken: they waited when all was cancelled, the page
   * was left, or another session was opened. In the order in which they were said. `takeUnsent`
   * takes them. Without a storage, only those of the first kind.
   */
  readonly unsent: readonly WaitingMessage[]
  /**
   * The last deletion that this page heard of, a new object each time: the `id` of a session that
   * this page deleted. Without an id, another page deleted a session that this page uses. Then all
   * of them may be deleted, as at a sign-out. Drop what your page keeps of them.
   */
  readonly deleted?: { readonly id?: string | undefined } | undefined
  /** The state that the tools of the session and the page share. */
  readonly state: State
  /**
   * The tokens that the session and the running chat have used and, if `prices` knows the model,
   * their cost in USD. The same object until a model call has ended.
   */
  readonly usage: UsageState
  /**
   * The artifacts that tools gave the page, in the order of their first version. The same array
   * until an artifact is added or changes.
   */
  readonly artifacts: readonly SessionArtifact[]
  /** What is wrong with the storage now: the last of several problems. */
  readonly degraded?: StorageDegradation | undefined
}

/** A session as JSON data. */
export interface SessionExport {
  readonly format: 'ambit-session'
  readonly version: 1
  readonly title?: string | undefined
  readonly createdAt: number
  /** The id of the last message of the open path; null without messages. */
  readonly head: string | null
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The messages in the order in which they were stored: each after the message it follows. */
  readonly messages: readonly Message[]
}

/** The options of `sessions.import`. */
export interface ImportOptions {
  /**
   * True if nobody else can have written or changed the data. Its messages then keep the trust that
   * they were exported with. Default false: every message counts as third-party text, so that tools
   * that send or destroy need a user. The `state` is then left out, because handlers trust it.
   */
  readonly trusted?: boolean | undefined
}

/** The parts of an agent that its sessions use. */
export interface SessionHost {
  readonly options: {
    readonly storage?: AgentStorage | undefined
    readonly user?: AgentOptions['user']
    readonly session?: AgentOptions['session']
  }
  readonly agent: {
    readonly scopes: ScopeRegistry
    readonly pending: Pending
    readonly activity: Activity
    readonly calls: Calls
    /** Resumes a run that was cut short. */
    resume(): Run<RunResult>
  }
  readonly ports: Ports
  readonly plugins: { readonly all: readonly AgentPlugin[] }
  /** The holder of the open session, whose `session` is replaced. */
  readonly open: OpenedSession
  readonly runs: {
    readonly turns: Pick<ChatTurns, 'isBusy' | 'leaveSession' | 'left'>
    /** Whether a chat goes on, with the engine. */
    readonly isBusy: boolean
    /** Whether a run that is not a turn goes on in a session. */
    uses(session: Session): boolean
    /** Cancels the runs of a session that are not its turns, and waits for their end. */
    endAsides(sessionId: string): Promise<void>
    cancel(reason: CancelReason): void
  }
}

/** The keeping of an agent's sessions in its storage: the feature behind the port. */
export interface SessionKeeping {
  readonly enter: EnterSession
  /**
   * Reads the session to begin with, unless another one is opened instead. `others` resolves when
   * no `open` goes on.
   */
  begin(others: () => Promise<void>): Promise<void>
  /** Opens a stored session. `isLast` returns false once another one is to be opened instead. */
  open(id: string, isLast: () => boolean): Promise<void>
  /** Opens a session of this page in place of the open one. */
  show(session: KeptSession): void
  /** Hears of the deletion of a session that is about to be opened, until that is done. */
  watch(id: string): () => void
  /** Follows the open session, which no other page runs as far as is known. */
  follow(): void
  /** Asks the page that runs the session to stop its runs. */
  stopElsewhere(): void
  close(): Promise<void>
  list(query: SessionQuery): Promise<readonly SessionInfo[]>
  rename(id: string, title: string): Promise<void>
  delete(id: string): Promise<void>
  export(id: string): Promise<SessionExport>
  import(exported: unknown, options: ImportOptions): Promise<string>
  loadOlder(): Promise<void>
  takeUnsent(): Promise<readonly WaitingMessage[]>
}

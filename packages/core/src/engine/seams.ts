import { AgentError } from '../errors/agent-error.ts'
import type { CallRecord } from '../messages/trace.ts'
import type { History } from '../messages/history.ts'
import type {
  AssistantMessage,
  Draft,
  Message,
  ToolMessage,
  UserMessage,
} from '../messages/message.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import type { ToolList } from '../model/tool-list.ts'
import type { ApprovalOutcome } from '../approval/policy.ts'
import type { Session } from '../session.ts'
import type { RunRestorer } from '../session-port.ts'
import type { AgentStores } from '../agent.ts'
import type { CallPlace, UndoableCall } from '../state/stores.ts'
import type { UndoResult } from '../tools/context.ts'
import type { CallWork } from './call.ts'
import type { Executed } from './execute.ts'
import type { OnDemand } from './toolbox.ts'
import type { LoopRun, RunCore, RunOutcome } from './run.ts'
import type { CountedCall } from './send.ts'

/**
 * An optional feature of a run. Its members are the seams of the kernel, which calls and awaits
 * them. The kernel never imports a feature: `features/features.ts` gives the engine their list.
 */
export interface Feature {
  /** Called as the run begins. */
  readonly run?: ((run: RunCore) => void) | undefined
  /** Reads the scopes that load on demand. Called when a run first meets one. */
  readonly onDemand?: ((run: RunCore) => OnDemand) | undefined
  /** Stands around a request to the model. */
  readonly request?: RequestSeam | undefined
  /** Called when a model call has ended and its usage is counted. Must not throw. */
  readonly counted?: ((run: LoopRun, call: CountedCall) => void) | undefined
  /** Stands around the steps of a call, before its tool is looked up. */
  readonly call?: ((work: CallWork, next: () => Promise<Executed>) => Promise<Executed>) | undefined
  /**
   * Called after the approval, the charges and the journal, before the last comparison. The handler
   * waits for a returned promise, which must not reject.
   */
  readonly execute?:
    | ((work: CallWork, approvedBy: ApprovalOutcome['by'] | undefined) => Promise<void> | undefined)
    | undefined
}

/** Texts that a feature adds to a request. */
export interface RequestTexts {
  /** The words of the application, after the agent's instructions. */
  readonly instructions: readonly string[]
  /** The texts for the end of the request, each in its envelope. */
  readonly end: readonly string[]
  /** The sources of third-party text among them, in words for people. */
  readonly foreign: readonly string[]
}

/** The seam around a request to the model. */
export interface RequestSeam {
  /**
   * Resolves with texts for the next request. Called before the page is read for it. Rejects with
   * the error that ends the run.
   */
  texts?(run: LoopRun): Promise<RequestTexts>
  /**
   * Reads the answer that may end the run, after `repairs` requests for a better one. Rejects with
   * the error that ends the run.
   */
  answer?(run: LoopRun, message: AssistantMessage, repairs: number): Promise<FinishedAnswer>
}

/** The reading of an answer that may end the run. */
export interface FinishedAnswer {
  /** Whether the model is asked again. */
  readonly isRepairing: boolean
  /** The answer as `output` parsed it. */
  readonly data?: unknown
}

/** The event that ends a call. */
export type CallEnd = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

/** Whether an event is the end of a call. */
export const isCallEnd = (event: AgentEvent): event is CallEnd =>
  event.type === 'agent:tool_succeeded' ||
  event.type === 'agent:tool_failed' ||
  event.type === 'agent:tool_cancelled'

/** Reports a message that a plug-in refused. */
export const tellRefused = ({ log }: Pick<RunCore, 'log'>, error: AgentError): void =>
  log.emit('warning', { code: 'message_refused', message: error.message, error })

/**
 * Ends a run because of a refusal. Throws the cancel or the spent budget instead, if that is why
 * the check could not end.
 */
export function throwRefusal(run: LoopRun, error: AgentError): never {
  run.throwIfEnding()
  if (AgentError.is(error.cause, 'limit')) throw error.cause
  throw error
}

/** A run and its answered calls. `session` is that of the outermost run around it. */
export interface WatchedRun {
  /** The id of the call of the outermost run that the run is part of; undefined for that run. */
  readonly inCall: string | undefined
  readonly runIds: readonly string[]
  readonly session: Session
  readonly records: readonly CallRecord[]
}

/** The undo functions of an agent's calls. */
export interface Undoing {
  /** Keeps the calls of a run, to know later which of them cannot be undone. */
  watch(run: WatchedRun): void
  /** Adds a running call, and returns the object to which its undo functions are added. */
  open(place: CallPlace): UndoableCall
  /** Shows the calls of the open session in place of those of the session before. */
  showOpen(): void
  /** Returns the answers of calls of a history whose effects hold, oldest first. */
  inEffect(history: History, messages: readonly Message[]): readonly ToolMessage[]
  /**
   * Returns the message about the calls of other branches that are in effect. Leaves out those that
   * the model knows of on this branch. Returns undefined if there is nothing to tell.
   */
  noteOfOthers(run: LoopRun): Draft<UserMessage> | undefined
  /** Returns the session of the calls of an id; undefined if no call is known. */
  sessionOf(id: string): Session | undefined
  /**
   * Runs the undo functions of a call, or of a run's calls. `join` gives the message about them to
   * a running chat, and returns undefined if no chat takes it.
   */
  undo(
    run: LoopRun,
    id: string,
    join: (draft: Draft<UserMessage> & { readonly content: string }) => unknown,
  ): Promise<RunOutcome<UndoResult>>
}

/** The calls of the chats of a session, which take turns with those of others. */
export interface ChatCalls {
  /** Runs the calls of one message at their turn. */
  ofChat<T>(run: RunCore, work: () => Promise<T>): Promise<T>
}

/**
 * Returns the features that a run has, in the order in which they stand around a call: the first is
 * the outermost. Called once, as the run begins.
 */
export type ListFeatures = (run: RunCore) => readonly Feature[]

/** The optional features of one agent. */
export interface Features {
  readonly list: ListFeatures
  readonly turns: ChatCalls
  readonly undos: Undoing
  readonly restorer: RunRestorer
  /** The tool list of runs without one. */
  readonly toolList: ToolList
}

/** Makes the features of one agent. */
export type CreateFeatures = (
  agent: Pick<AgentStores, 'calls' | 'history' | 'scopes'>,
  isOpen: (session: Session) => boolean,
) => Features

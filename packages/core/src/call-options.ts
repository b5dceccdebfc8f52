import type { OutsideSource } from './tools/call-source.ts'
import type { MessageInput } from './messages/message-input.ts'
import type { Dependencies, Metadata } from './register.ts'
import type { Scope } from './tools/scope.ts'
import type { RegisteredTool } from './tools/registered-tool.ts'
import type { Tool } from './tools/tool.ts'
import type { EventHandlerMap } from './event-handlers.ts'
import type { ToolContext } from './tools/tool-context.ts'
import type { RunOptions } from './agent-options.ts'

/** The options of one call. */
export interface CallOptions<Data = unknown> extends Omit<
  RunOptions<Data>,
  'metadata' | 'dependencies'
> {
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
  /**
   * The services that are merged with the agent's, key by key. An instance of a class is not
   * merged: it replaces the agent's.
   */
  readonly dependencies?: Partial<Dependencies> | undefined
  /**
   * The scopes that replace all scopes of the agent in this run. The page's tools and contexts are
   * then not part of it.
   */
  readonly scopes?: readonly Scope[] | undefined
  /**
   * The tools of this run: names of registered tools, and tools of its own. All other tools are
   * left out.
   */
  readonly tools?: readonly (string | Tool)[] | undefined
  readonly on?: EventHandlerMap | undefined
  /**
   * An id of your own for the conversation that the call belongs to. It takes the place of the
   * session's id in the report, the ledger, the audit and the `conversation` sink. Events, hooks,
   * tools and the runs inside this run have it too. It opens and writes no stored session. Default:
   * that of the run around this one, then the session's id.
   */
  readonly sessionId?: string | undefined
  /**
   * The tool call that this run is part of. The run is cancelled with that call, and shares its
   * budgets.
   */
  readonly parent?: ToolContext | undefined
  /**
   * True if the input is third-party text, such as a mail that the page lets the model read. The
   * message is then tainted, and the model gets it in an envelope. If parts of the input have
   * `untrusted` themselves, only those are in envelopes, and the rest is the person's own words.
   * An `edit` has the value of the message that it replaces, if that was such text as a whole.
   * Default false. Changes nothing for a run without input.
   */
  readonly untrusted?: boolean | undefined
}

/** The options of one `runTool`. */
export interface RunToolOptions extends Pick<CallOptions, 'parent' | 'signal'> {
  /**
   * The kind of caller, for events, approvals and the audit. Any but `ui` is a caller from outside
   * of the page, such as the agent of the browser. Such a call reaches no tool without `expose`. It
   * runs one after another with the calls of the chat. It is denied while the person has stopped
   * `agent.outside`. It is denied too if its tool changes while it waits for its turn. Rejects for
   * `model`, for `runAgent` and for anything but a text of 1 to 64 characters. Default `ui`.
   */
  readonly source?: 'ui' | OutsideSource | undefined
  /**
   * The registration that the call is for, from `agent.scopes`. Another tool that has its name now
   * is not called. Default: whatever has the name.
   */
  readonly registered?: RegisteredTool | undefined
  /**
   * False to leave the conversation alone: neither the history, the `conversation` sink nor the
   * `onMessage` hooks get the call and its answer. With `note`, the model is told with its next
   * request which tools were called, in one note for all such calls since the last. Default true.
   */
  readonly history?: boolean | 'note' | undefined
  /**
   * The third-party text that the arguments come from, in words for people, such as `the mail of
   * Ann`. If it is given, a person is asked about a tool that sends or destroys. Rejects for an
   * empty text. Default: `an agent outside this page` for a caller from outside, else that of
   * `parent`.
   */
  readonly taint?: string | undefined
}

/** The options of one `answerCalls`. */
export interface AnswerOptions<Data = unknown> extends CallOptions<Data> {
  /**
   * The messages of a run apart from the session, with those that the run added: they end with the
   * message that has the calls. Default: the open session's.
   */
  readonly history?: readonly MessageInput[] | undefined
}

/** The options of one `execute`. */
export interface ExecuteOptions<Data = unknown> extends Omit<CallOptions<Data>, 'onBusy'> {
  /**
   * The messages that the run starts from: whole ones, or `{ role, content }`. They are not
   * changed.
   */
  readonly history?: readonly MessageInput[] | undefined
}

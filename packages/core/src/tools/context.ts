import type { CancelReason } from '../cancellation.ts'
import type { Duration } from '../environment.ts'
import type { JsonObject } from '../json/json.ts'
import { misuse } from '../options/misuse.ts'
import { checkWord, isPlain } from '../options/values.ts'
import type { Agent } from '../agent.ts'
import type { RunContext } from '../engine/run-context.ts'
import type { ChatInput } from '../messages/message.ts'
import type { ExecuteOptions, RunToolOptions } from '../options.ts'
import type { Run, RunResult } from '../run.ts'
import type { StandardSchema } from '../schema/parameters.ts'
import type { ToolResume, ToolTrust } from './effects.ts'
import type { AnyTool } from './tool.ts'

/** Data that a tool gives to the page. The model never sees it. */
export interface Artifact {
  /**
   * An id that is unique in the run. An artifact with the id of an earlier one replaces the earlier
   * one.
   */
  readonly id: string
  /** The kind of artifact, such as `chart`. Renderers are chosen by it. */
  readonly type: string
  readonly title?: string | undefined
  readonly data: unknown
}

/** A question that a tool asks the user, with a schema of the answer. */
export interface Question<Answer> {
  /** The text of the question. */
  readonly message?: string | undefined
  /**
   * The schema that describes and checks the answer. Any type is allowed; use an object for several
   * fields.
   */
  readonly schema: StandardSchema<unknown, Answer>
}

/** The function with which a handler asks the user at the page. */
export interface AskUser {
  /**
   * Shows a question. Resolves with the user's text.
   *
   * Rejects with the code `declined` if the user declines, and with `CancellationError` as soon
   * as the call is cancelled. Rejects with `AgentError` if nothing on the page shows questions.
   * `limits.time` does not count the wait; the tool's own `run.timeout` does.
   */
  (question: string): Promise<string>
  /**
   * Shows a form for an answer with a schema. Resolves with the value that the schema parses. An
   * answer that does not fit the schema does not end the wait.
   */
  <Answer>(question: Question<Answer> | StandardSchema<unknown, Answer>): Promise<Answer>
}

/** The context that an undo function gets. */
export interface UndoContext {
  /** A signal that aborts when the undo is cancelled. */
  readonly signal: AbortSignal
}

/**
 * A function that undoes one call. If it throws, the error is reported as the reason why the call
 * was not undone.
 */
export type Undo = (ctx: UndoContext) => unknown

/**
 * A thing on the page: an element, a ref (`{ current: element }`), or the id of an element. A thing
 * that is not on the page, or no longer, is ignored.
 */
export type TouchTarget = string | object | null | undefined

/** A call that `agent.undo` was asked to undo. */
export interface UndoneCall {
  readonly callId: string
  readonly tool: string
}

/** The result of `agent.undo`. */
export interface UndoResult {
  /** The calls that were undone, the newest first. */
  readonly undone: readonly UndoneCall[]
  /**
   * The calls of which an undo function threw. The other undo functions of such a call still ran.
   */
  readonly failed: readonly (UndoneCall & { readonly error: Error })[]
  /**
   * The calls whose effect stays. `no_undo`: the call succeeded, does not only read, and registered
   * no undo function. `running`: the call has not ended yet, and can be undone afterwards.
   * `other_session`: the call belongs to a session that is not open; open that session first.
   */
  readonly left: readonly (UndoneCall & {
    readonly reason: 'no_undo' | 'running' | 'other_session'
  })[]
}

/** What a run inside a call has beside its other options. */
interface InCall {
  /** The agent that runs. Default: the one whose call it is. */
  readonly agent?: Pick<Agent, 'execute' | 'runTool'> | undefined
}

/**
 * The second argument of a handler. It carries the limits, the cancellation and the identity of
 * the call.
 *
 * A handler can go on after its call has ended, for example if it ignores its signal. It changes
 * nothing then. `artifact`, `progress`, `touched`, `outlive`, and `state.set`, `emit` and `stop` of
 * `run` do nothing. The first use causes a warning. `ask` rejects, also that of `run`, and `defer`
 * runs the clean-up at once. Only `undo` still counts, so that a late effect can be undone.
 */
export interface ToolContext {
  /** The run that the call belongs to. */
  readonly run: RunContext
  /**
   * A signal that aborts when the call is cancelled or this attempt times out. The signal's reason
   * is the `CancelReason`.
   */
  readonly signal: AbortSignal
  readonly callId: string
  /** A key that is the same for every attempt at this call. */
  readonly idempotencyKey: string
  /** Adds an artifact to the run: data for the page, which the model never sees. */
  readonly artifact: (artifact: Artifact) => void
  /** The data that the sandbox was given as `env`, frozen. Empty outside a sandbox. */
  readonly env: JsonObject
  /**
   * Tells the page how far the call is. `percent` is a number from 0 to 100. With `waitingFor`, the
   * agent is shown as waiting until the next update without it, or the end of the call.
   */
  readonly progress: (update: {
    percent?: number | undefined
    message?: string | undefined
    waitingFor?: 'network' | undefined
  }) => void
  /**
   * Names what the call changes on the page: one thing or an array. May be called several times.
   * After the page has the change, `Chat.Marks` of `ambit/chat` marks these things, and scrolls
   * to them if none is in view. At most 1,000 a call. Default: the element of the tool's scope,
   * once a call that does not only read has succeeded. An element is not kept alive.
   */
  readonly touched: (target: TouchTarget | readonly TouchTarget[]) => void
  /**
   * Registers how to undo this call, for `agent.undo`. It is for an undo that depends on what the
   * handler did; else the tool's `undo` is shorter. May be called several times, and still
   * counts if the call fails. The functions run newest first, each at most once, and may be
   * asynchronous. An error is reported as the reason why the call was not undone.
   */
  readonly undo: (undo: Undo) => void
  /**
   * The value of the tool's `edits` as the request of the call showed it, with what other calls of
   * the message have made of it. A handler assigns what it has made of it itself, so that the next
   * call of the message begins there. It throws
   * `DisabledToolError` with the kind `changed` for what somebody else has changed since: the call
   * is then `stale`. Undefined without `edits`.
   */
  base: unknown
  /**
   * Lets the call go on after its tool, or the mount that it is for, has left the page for good.
   * Before this, the call is then cancelled with `scope_ended`. A handler that has returned needs
   * no `outlive`.
   */
  readonly outlive: () => void
  /**
   * Runs `cleanup` when this call ends, however it ends. The last registered function runs first.
   */
  readonly defer: (cleanup: () => unknown) => void
  /** Asks the user at the page, and waits for the answer. */
  readonly ask: AskUser
  /**
   * Resolves when a scope of that name is registered. Rejects with `TimeoutError` after `timeout`
   * (default 2 s).
   */
  readonly waitForScope: (
    name: string,
    options?: { timeout?: Duration | undefined },
  ) => Promise<void>
  /**
   * Runs an agent inside this call, as `agent.execute` does. The run is bound to the call. It is
   * cancelled with it, and shares its limits. Third-party text taints both. `agent` is by default
   * the agent of the call, with the options of its `agent.with`; a run of `runAgent` needs one.
   */
  readonly execute: <Data = unknown>(
    input: ChatInput,
    options?: ExecuteOptions<Data> & InCall,
  ) => Run<RunResult<Data>>
  /** Calls a tool inside this call, as `agent.runTool` does. It is bound as `execute` is. */
  readonly runTool: (
    name: string,
    args?: Record<string, unknown>,
    options?: RunToolOptions & InCall,
  ) => Run<unknown>
}

/**
 * The thing on the page that one call is for. Used by a tool that stands for several things, such
 * as the rows of a list.
 */
export interface CallSubject {
  /** The name of the thing for people. They see it in place of an id. */
  readonly label?: string | undefined
  /**
   * The identity of the thing. Ambit refuses a call that waits for a user if one of the parts is
   * no longer the same afterwards.
   */
  readonly parts: readonly unknown[]
  /**
   * The options of the thing itself: if a user is asked, what they are shown, and what happens
   * after a reload. Its functions get the arguments of the tool. Default: those of the tool.
   */
  readonly options?: (ToolTrust & ToolResume & Pick<AnyTool, 'undo'>) | undefined
  /**
   * Calls `listener` when the thing leaves the page, until the returned function is called. Its
   * calls are then cancelled, except if the thing is back when the page has settled.
   */
  onGone(listener: (reason: CancelReason) => void): () => void
}

/** A thing on the page that a tool's calls can be for, as the model learns of it. */
export interface ToolInstance {
  readonly id: string
  readonly label?: string | undefined
  /** True if it is what the user has selected now. Default false. */
  readonly selected?: boolean | undefined
  /** The reason why no call can be for it now. Absent if one can. */
  readonly off?: string | undefined
  /** True if the label or the reason is third-party text. Default false. */
  readonly untrusted?: boolean | undefined
}

/** A tool that may stand for several things. */
interface Subjects {
  subjectOf?(args: Readonly<Record<string, unknown>>): CallSubject | undefined
}

/** Returns the options that hold for a call: those of the thing that it is for, or the tool's. */
export const optionsOf = <T extends Subjects>(
  tool: T,
  args: Readonly<Record<string, unknown>>,
): T | NonNullable<CallSubject['options']> => tool.subjectOf?.(args)?.options ?? tool

/** The kind of a caller from outside of the page. */
export type OutsideSource = 'webmcp' | 'mcp' | 'mcp-app' | (string & {})

/** The taint of a call from outside that names none, in words for people. */
export const fromOutside = 'an agent outside this page'

const ofPage: readonly string[] = ['model', 'ui', 'ai-sdk', 'runAgent']

/** Whether a call comes from outside of the page. */
export const isOutside = (source: string): source is OutsideSource => !ofPage.includes(source)

/**
 * Whether callers of a kind may know all of these: a tool and its scope, or a scope. None may know
 * a scope with `local`.
 */
export const isExposed = (
  source: OutsideSource,
  ...parts: readonly { readonly visible: Visible; readonly local?: boolean | undefined }[]
): boolean =>
  parts.every(({ visible: { outside = true }, local }) =>
    local ? false : typeof outside === 'boolean' ? outside : outside.includes(source),
  )

/** Who learns what of a tool, or of the tools of a scope. */
export interface Visible {
  /**
   * What the model learns of the tool while it is off, and so is not in the request. `remove`: the
   * reason, if `enabled` gave one. `secret`: nothing, so that a call is one of an unknown tool.
   * `explain`: its name also without a reason. If a tool and its scope differ, `secret` holds, then
   * `remove`. Default `remove`.
   */
  readonly off?: 'remove' | 'secret' | 'explain' | undefined
  /** False if no model may learn of the tool at any time, so that only `runTool` calls it. */
  readonly model?: boolean | undefined
  /**
   * False if no caller from outside of the page may know and call it, such as the agent of the
   * browser. A list: only callers of these kinds may, such as `['webmcp']`. Its scope must allow
   * the same. Default true; false for the tools that a bridge brings from elsewhere.
   */
  readonly outside?: boolean | readonly OutsideSource[] | undefined
}

const everywhere: Visible = Object.freeze({})

/** Returns the `visible` of what is inside of a scope: the stricter of both. */
export function joinVisible(own: Visible, around: Visible): Visible {
  const off = [own.off, around.off]
  const { outside: a = true } = own
  const { outside: b = true } = around
  return {
    off: (['secret', 'remove', 'explain'] as const).find((one) => off.includes(one)),
    model: own.model !== false && around.model !== false,
    outside: a === true ? b : b === true ? a : a && b && a.filter((one) => b.includes(one)),
  }
}

/** Returns a `visible`. Throws `AgentError` if it is not an object of such values. */
export function toVisible(visible: Visible = everywhere, owner: string): Visible {
  if (!isPlain(visible)) throw misuse('group', ['visible', owner])
  checkWord('visible.model', visible.model, [true, false], owner)
  const { outside } = visible
  if (!Array.isArray(outside)) checkWord('visible.outside', outside, [true, false], owner)
  return visible
}

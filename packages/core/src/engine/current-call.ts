// The reasons: decisions/0085.
import type { Cancellation, CancelReason } from '../cancellation.ts'
import type { ToolContext } from '../tools/context.ts'
import type { Run } from '../run.ts'
import type { RunCore } from './run.ts'

/** A call whose handler starts runs, as far as those runs know it. */
export interface CallAround {
  readonly run: {
    readonly taint: string | undefined
    readonly isLocal: boolean
    readonly around: CallAround | undefined
  }
  /** The third-party text that a run inside the call has read, in words; undefined if none. */
  foreign?: string | undefined
  /** The runs that the handler has started inside the call, by its context. */
  inside?: Set<Run<unknown>> | undefined
  /** True once the handler's part of the call is over. */
  hasEnded?: true | undefined
}

/** The key under which a tool's context keeps its call. */
export const callOfContext: unique symbol = Symbol('call')

/**
 * The key of a function in a tool's context which says that the attempt never began its work. It is
 * called while the signal aborts. The model is then told that the call was not run, unless an
 * earlier attempt may have taken effect. Other packages know the key by its name.
 */
export const neverBegan: unique symbol = Symbol.for('ambit.neverBegan') as never

/** Returns the call that a context belongs to. */
export const callAround = (context: object | undefined): CallAround | undefined =>
  context && callOfContext in context ? (context[callOfContext] as CallAround) : undefined

let current: CallAround | undefined

/** Returns the call whose handler runs now. Known up to the handler's first `await`. */
export const currentCall = (): CallAround | undefined => current

/** Runs a handler as the handler of a call, so that the runs it starts at once are known. */
export function inCall<T>(call: CallAround, handler: () => T): T {
  const before = current
  current = call
  try {
    return handler()
  } finally {
    current = before
  }
}

/**
 * Returns the run that a context belongs to. Runs that are started with the context as `parent`
 * become part of that run.
 */
export const runOf = (context: object | undefined): RunCore | undefined =>
  callAround(context)?.run as RunCore | undefined

/** The key under which a tool's context keeps the cancellation of its call. */
export const cancellationOfContext: unique symbol = Symbol('cancellation')

/**
 * Cancels the call whose handler got this context, for example when the part of the page that the
 * call works on is gone. The call's signal aborts, the model is told that the call was cancelled,
 * and the run goes on. The context of `runAgent`'s body cancels the whole run.
 */
export function cancelCall(context: ToolContext, reason: CancelReason): void {
  if (cancellationOfContext in context) {
    ;(context[cancellationOfContext] as Cancellation).cancel(Object.freeze(reason))
  }
}

/** The key under which the options of a run have the context of the call that it is part of. */
const around: unique symbol = Symbol('around')

/** Returns options that make a run part of the call of a context. */
export const boundTo = <Options extends object>(context: ToolContext, options: Options): Options =>
  ({ ...options, [around]: context }) as Options

/** Returns the context of the call that a run is part of, by `ctx.execute` or `ctx.runTool`. */
export const contextAround = (options: object): ToolContext | undefined =>
  (options as { readonly [around]?: ToolContext })[around]

/**
 * Ends a run with the call of a context, if the handler does not wait for it. After the end of the
 * call, at once.
 */
export function endWithCall(context: ToolContext | undefined, run: Run<unknown>): void {
  const call = callAround(context)
  if (!call) return
  if (call.hasEnded) run.cancel(callEnded)
  else (call.inside ??= new Set()).add(run)
}

/** The reason with which a run ends that its call did not wait for. */
export const callEnded: CancelReason = {
  kind: 'scope_ended',
  message: 'the call that started it has ended, and did not wait for it',
}

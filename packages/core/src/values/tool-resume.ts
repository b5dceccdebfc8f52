import { checkFunction } from './check-function.ts'
import { checkWord } from './check-word.ts'
import type { Effect } from './effect.ts'

/** What becomes of a call that was started and has no result: its page ended while it ran. */
export type OnResume = 'fail' | 'ask' | 'rerun'

/** A call whose outcome is unknown. */
export interface UnknownCall {
  readonly id: string
  readonly name: string
  /** As the model gave them. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** What its handler had as `ctx.idempotencyKey`. */
  readonly idempotencyKey: string
}

/** What a tool says about calls that its page did not see the end of. With a `storage` in the agent. */
export interface ToolResumeOptions<Result> {
  /**
   * With `fail` the model is told that the outcome is unknown, and nothing is run; `ask` runs the call again if a person approves; `rerun` runs it again, which is right for what only reads, and for handlers that send
   * `ctx.idempotencyKey` to a server that heeds it. Default: `rerun` for tools of effect `read`, else `fail`.
   */
  onResume?: OnResume | undefined
  /**
   * Finds out what became of such a call: resolves with its result, or with undefined when it did not take effect, and is then run. Comes before `onResume`. A throw leaves the outcome
   * unknown: nothing is run.
   */
  reconcile?:
    | ((
        call: UnknownCall,
      ) => MaybePromise<{ readonly result: NoInfer<Awaited<Result>> } | undefined>)
    | undefined
}

/** The options with their defaults in place. */
export interface ToolResume {
  readonly onResume: OnResume
  readonly reconcile:
    | ((call: UnknownCall) => MaybePromise<{ readonly result: unknown } | undefined>)
    | undefined
}

type MaybePromise<T> = T | Promise<T>

const ways: readonly OnResume[] = ['fail', 'ask', 'rerun']

/** Checks the options. Throws `AgentError`, naming `owner`: a slip here would be a write that is repeated. */
export function toToolResume<Result>(
  { onResume, reconcile }: ToolResumeOptions<Result>,
  effect: Effect,
  owner: string,
): ToolResume {
  checkWord('onResume', onResume, ways, owner)
  if (reconcile !== undefined) checkFunction('reconcile', reconcile, owner)
  return { onResume: onResume ?? (effect === 'read' ? 'rerun' : 'fail'), reconcile }
}

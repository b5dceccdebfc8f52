/** A call whose handler starts runs, as far as those runs know it. */
export interface CallAround {
  readonly run: { readonly taint: string | undefined; readonly around: CallAround | undefined }
  /** The third-party text that a run inside the call has read, in words; undefined if none. */
  foreign?: string | undefined
}

/** The key under which a tool's context keeps its call. */
export const callOfContext: unique symbol = Symbol('call')

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

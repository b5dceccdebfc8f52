/**
 * The bounds of a request that the server of a proxy keeps. They are those of its body, and of the
 * time in which its client has to take something of the answer.
 */
type Bounds = readonly [maxBytes: number, idleMs: number]

const known = new WeakMap<object, Bounds>()

/** Stores the bounds of a request. The proxy calls it for its adapter. */
export const setBounds = (request: Request, ...bounds: Bounds): void =>
  void known.set(request, bounds)

/** Returns the bounds of a request: 4 MiB and a minute where no proxy has any. */
export const boundsOf = (request: object | undefined): Bounds =>
  (request && known.get(request)) ?? [4 * 1024 * 1024, 60_000]

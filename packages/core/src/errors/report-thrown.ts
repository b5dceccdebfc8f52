/** The functions of the application whose first error was reported. */
const reported = new WeakSet<object>()

/** Reports an error of the application's own code, as `report` does, once for each `source`. */
export function reportThrown(source: unknown, message: string, thrown: unknown): void {
  const key = Object(source) as object
  if (reported.has(key)) return
  reported.add(key)
  report(message, thrown)
}

/**
 * Reports an error of the application's own code: on the console, and in a page as an uncaught
 * error. The application's monitoring of errors thus gets it. Never throws.
 */
export function report(message: string, thrown: unknown): void {
  quietly(() => console.error(`[ambit] ${message}`, thrown))
  const { document, reportError } = globalThis as {
    document?: unknown
    reportError?: (error: unknown) => void
  }
  // Outside of a page, an uncaught error may end the process.
  if (document && reportError) quietly(() => reportError(thrown))
}

/**
 * Calls a function of the application that only observes. An error, or the rejection of a returned
 * promise, is reported as `reportThrown` does, and changes nothing.
 */
export function callIsolated<Given extends unknown[]>(
  observer: (...given: Given) => unknown,
  given: Given,
  message: () => string,
): void {
  const fail = (thrown: unknown): void => reportThrown(observer, message(), thrown)
  try {
    const returned = observer(...given)
    if (isThenable(returned)) returned.then(undefined, fail)
  } catch (thrown) {
    fail(thrown)
  }
}

/** Returns true if a value is a promise, or another value that `await` would wait for. */
export const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** Calls a function whose error nobody can be told of: an application may replace the console. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // The run must go on.
  }
}

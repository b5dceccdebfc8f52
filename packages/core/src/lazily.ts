import { AgentError } from './errors/agent-error.ts'
import { checkFunctions, checkPlatform } from './platform.ts'

/**
 * Returns the error of a failed load of a part of Ambit. The page is offline, or a newer version of
 * the page was deployed, or the part threw: the message says which.
 */
function loadError(cause: unknown): AgentError {
  const why = hasThrown(cause)
    ? `It threw while it started: ${String(cause)}`
    : 'The page is offline or outdated: try again, or reload the page.'
  const message = `A part of Ambit could not be loaded. ${why}`
  return new AgentError(message, { code: 'load', cause })
}

/** Whether a part was fetched and then threw. A failed fetch is a `TypeError`, too. */
const hasThrown = (cause: unknown): boolean =>
  cause instanceof Error &&
  (/^(Reference|Syntax)Error$/.test(cause.name) || / is not a /.test(cause.message))

/** A part of the package that is loaded when it is first needed. */
export interface Loader<T> {
  /**
   * Loads the part once. Rejects with the code `load` if the part cannot be fetched; the next call
   * tries again. Rejects with `AgentError` in a browser that is too old.
   */
  (): Promise<T>
  /** The part; undefined until it is loaded. */
  loaded?: T
  /** Loads the part for later and never rejects. A failure is reported when the part is needed. */
  readonly ahead: () => Promise<void>
}

/**
 * The pause before the second try, in milliseconds: long enough for a short loss of the network.
 */
const pauseMs = 300

/** Returns a loader of a part. A fetch that fails is tried once more before the loader gives up. */
export function lazily<T>(load: () => Promise<T>): Loader<T> {
  // All callers share one promise, so that they continue in the order of their calls.
  let loading: Promise<T> | undefined
  const start = async (): Promise<T> => {
    checkFunctions()
    checkPlatform()
    try {
      return (loader.loaded = await load().catch(() => pause().then(load)))
    } catch (cause) {
      throw loadError(cause)
    } finally {
      loading = undefined
    }
  }
  const get = (): Promise<T> =>
    loader.loaded ? Promise.resolve(loader.loaded) : (loading ??= start())
  const ahead = (): Promise<void> =>
    get().then(
      () => undefined,
      () => undefined,
    )
  const loader: Loader<T> = Object.assign(get, { ahead })
  return loader
}

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, pauseMs))

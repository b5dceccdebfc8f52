import { AgentError } from './errors/agent-error.ts'
import { systemClock } from './clock.ts'

/** A part of Ambit could not be fetched: the page is offline, or a newer version of it was deployed. */
export class LoadError extends AgentError {
  override get name(): string {
    return 'LoadError'
  }

  constructor(cause: unknown) {
    super(
      'A part of Ambit could not be loaded, so nothing can run now. The page is offline or outdated: try again, or reload the page.',
      { cause },
    )
  }
}

/** A part of the package that is loaded when it is first needed. */
export interface Loader<T> {
  /** Loads the part once. Rejects `LoadError` if it cannot be fetched; the next call tries again. */
  (): Promise<T>
  /** The part; undefined until it is loaded. */
  loaded?: T
  /** Loads the part for later and never rejects. A failure is reported when the part is needed. */
  readonly ahead: () => Promise<void>
}

/** The pause before the second try, in milliseconds: long enough for a network that flickers. */
const pauseMs = 300

/** Returns a loader of a part. A fetch that fails is tried once more before the loader gives up. */
export function lazily<T>(load: () => Promise<T>): Loader<T> {
  // One promise for all callers, so that they go on in the order in which they called.
  let loading: Promise<T> | undefined
  const start = async (): Promise<T> => {
    try {
      return (loader.loaded = await load().catch(() => pause().then(load)))
    } catch (cause) {
      throw new LoadError(cause)
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

const pause = (): Promise<void> =>
  new Promise((resolve) => void systemClock.setTimeout(resolve, pauseMs))

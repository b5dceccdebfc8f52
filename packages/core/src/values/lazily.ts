import { AgentError } from '../errors/agent-error.ts'

/** Loads a part of the package once. Rejects `AgentError` when it cannot be fetched; the next call tries again. */
export interface Loader<T> {
  (): Promise<T>
  /** The part, once it is there. */
  loaded?: T
  /** Loads it for later; a failure shows when it is needed. */
  readonly ahead: () => void
}

export function lazily<T>(load: () => Promise<T>): Loader<T> {
  // One promise for all who wait, so that they go on in the order in which they came.
  let loading: Promise<T> | undefined
  const start = async (): Promise<T> => {
    try {
      return (loader.loaded = await load())
    } catch (cause) {
      throw new AgentError(
        'A part of Ambit could not be loaded: the page is offline, or outdated. Reload it.',
        { cause },
      )
    } finally {
      loading = undefined
    }
  }
  const get = (): Promise<T> =>
    loader.loaded ? Promise.resolve(loader.loaded) : (loading ??= start())
  const loader: Loader<T> = Object.assign(get, {
    ahead: () => {
      get().catch(() => undefined)
    },
  })
  return loader
}

import { AgentError, type LocalModelState, ModelError } from '@ambit/core'
import { Listeners } from './listeners.ts'
import type { TextEngine, TextModel } from './text-model.ts'

/** The time without an answer or any progress after which a load has failed. */
const silentMs = 60_000

/** The time after which nobody waits any more to know whether a model runs here. */
export const findMs = 5_000

/** The time that a load has to end after a cancel, before the device is asked what is there. */
const endMs = 5_000

/** The life of a model in the page: found, downloaded, loaded, deleted. */
export class Loading {
  state: LocalModelState = { status: 'unknown' }
  readonly #model: TextModel
  readonly #listeners = new Listeners()
  #engine: TextEngine | undefined
  #load: { readonly stop: AbortController; readonly engine: Promise<TextEngine> } | undefined
  /** Ends with the engine's part of the last load, which may come some time after a cancel. */
  #ended: Promise<unknown> = Promise.resolve()
  /** A search that has not ended, and the wait for it. */
  #search: Promise<unknown> | undefined

  constructor(model: TextModel) {
    this.#model = model
  }

  get subscribe(): (listener: () => void) => () => void {
    return this.#listeners.add
  }

  get contextTokens(): number | undefined {
    return this.#engine?.contextTokens
  }

  /**
   * Looks for the model again, unless it is loaded or has failed. Waits 5 seconds for a search, and
   * takes what it finds later. Never rejects.
   */
  async check(): Promise<LocalModelState> {
    const { status } = this.state
    if (this.#engine || this.#load || status === 'failed') return this.state
    this.#search ??= this.#find()
    await this.#search
    return this.state
  }

  async #find(): Promise<void> {
    const take = (found: LocalModelState): void => {
      // A press may have come first.
      if (!this.#load && !this.#engine) this.#set(found)
    }
    const finding = (async () => (await this.#model.find?.()) ?? { status: 'available' as const })()
      .then(withRoom)
      .then(take, (thrown: unknown) => {
        const reason = 'It could not be found out whether it runs here.'
        take({ status: 'unavailable', reason: AgentError.is(thrown) ? thrown.message : reason })
      })
      .finally(() => (this.#search = undefined))
    if (await isInTime(finding, findMs)) return
    // Until it ends, nobody waits for it again.
    this.#search = Promise.resolve()
    const reason = 'It did not say in 5 seconds whether it runs here.'
    take({ status: 'unavailable', reason })
  }

  /** Resolves with the engine for a call. Loads one that is here, and downloads nothing. */
  async open(): Promise<TextEngine> {
    if (this.#engine) return this.#engine
    if (!this.#load) await this.check()
    if (this.state.status === 'available') this.#start()
    if (this.#load) return this.#load.engine
    throw notLoaded(this.state)
  }

  /** Downloads and loads, because somebody wants it. */
  async load(): Promise<void> {
    if (this.state.status === 'failed') this.#set({ status: 'unknown' })
    const { status } = await this.check()
    if (status === 'unavailable') throw notLoaded(this.state)
    if (!this.#engine) await (this.#load ?? this.#start()).engine
  }

  cancel(): void {
    const { bytes } = this.state
    if (!this.#load) return
    this.#load.stop.abort()
    this.#load = undefined
    this.#set({ status: 'unknown', bytes })
    // What is half downloaded is deleted then.
    void isInTime(this.#ended, endMs).then(() => this.check())
  }

  async remove(): Promise<void> {
    this.#load?.stop.abort()
    this.#load = undefined
    this.close()
    await isInTime(this.#ended, endMs)
    await this.#model.remove?.()
    // A search that began before may have found what is gone now.
    await this.#search
    this.#set({ status: 'unknown' })
    await this.check()
  }

  /** Lets go of an engine, so that the next call loads another one. */
  close(engine: TextEngine | undefined = this.#engine): void {
    if (!engine || engine !== this.#engine) return
    this.#engine = undefined
    this.#set({ status: 'unknown' })
    // One that has failed may be unable to end.
    void (async () => engine.close?.())().catch(() => undefined)
  }

  #start(): { readonly engine: Promise<TextEngine> } {
    const stop = new AbortController()
    const { bytes, status } = this.state
    const load = { stop, engine: this.#run(stop) }
    load.engine.catch(() => undefined)
    this.#load = load
    // Nobody waits for a download, of which nothing is here yet.
    this.#set({ status: 'loading', bytes, ...(status === 'downloadable' && { progress: 0 }) })
    return load
  }

  async #run(stop: AbortController): Promise<TextEngine> {
    const { signal } = stop
    const { modelId, csp } = this.#model
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const policy = csp ? ` If the page has a Content Security Policy, add: ${csp}` : ''
    const onSilence = (): void =>
      reject(new Error(`"${modelId}" did not answer in 60 seconds.${policy}`))
    let timer = setTimeout(onSilence, silentMs)
    signal.addEventListener('abort', () => reject(new Error('The load was cancelled.')))
    const before = this.#ended
    const loading = (async () => {
      await before
      signal.throwIfAborted()
      return this.#model.load({
        signal,
        onProgress: (loaded, total) => {
          if (signal.aborted) return
          clearTimeout(timer)
          timer = setTimeout(onSilence, silentMs)
          const bytes = total > 1 ? total : this.state.bytes
          // Some servers do not tell the size.
          const progress = total > 0 ? loaded / total : this.state.progress
          this.#set({ status: 'loading', bytes, progress })
        },
      })
    })()
    this.#ended = loading.catch(() => undefined)
    try {
      const engine = await Promise.race([loading, silence])
      this.#engine = engine
      this.#load = undefined
      this.#set({ status: 'ready', bytes: this.state.bytes })
      return engine
    } catch (thrown) {
      const isCancelled = signal.aborted
      stop.abort()
      // It may come all the same.
      void loading.then((engine) => engine.close?.()).catch(() => undefined)
      if (!isCancelled) {
        this.#load = undefined
        this.#set({ status: 'failed', bytes: this.state.bytes, reason: toWords(thrown) })
      }
      throw notLoaded({ status: 'failed', reason: toWords(thrown) }, thrown)
    } finally {
      clearTimeout(timer)
    }
  }

  #set(state: LocalModelState): void {
    this.state = state
    this.#listeners.call()
  }
}

/** Resolves with true when some work has settled, and with false if that takes longer. */
export const isInTime = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    void work.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** Says before a download that the device has not enough storage or memory for it. */
async function withRoom(found: LocalModelState): Promise<LocalModelState> {
  const { status, bytes } = found
  if (status !== 'downloadable' || !bytes) return found
  const refuse = (reason: string): LocalModelState => ({ status: 'unavailable', bytes, reason })
  const { deviceMemory, storage }: { deviceMemory?: number; storage?: StorageManager } =
    globalThis.navigator ?? {}
  if (deviceMemory && bytes > deviceMemory * 2 ** 29)
    return refuse(`It needs ${toSize(bytes)} of memory, and this device has too little.`)
  const { quota, usage = 0 } = (await storage?.estimate()) ?? {}
  if (quota !== undefined && bytes > quota - usage)
    return refuse(
      `It needs ${toSize(bytes)} of storage, and the browser gives this page ${toSize(quota - usage)}. A private window gives less.`,
    )
  return found
}

const toSize = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

const toWords = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : 'The load failed without a reason.'

function notLoaded({ status, bytes, reason }: LocalModelState, cause?: unknown): ModelError {
  const download = `The model must be downloaded first${bytes ? ` (${toSize(bytes)})` : ''}.`
  const message = status === 'downloadable' ? download : (reason ?? 'The model cannot run here.')
  return new ModelError(message, { kind: 'not_loaded', isRetryable: false, cause })
}

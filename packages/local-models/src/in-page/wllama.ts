import { checkOptions, type LocalModel } from '@ambit/core'
import { constrained } from './constrained.ts'
import { toPolicy } from './loading.ts'
import type { TextEnd, TextEngine, TextMessage, TextModelFound, TextRequest } from './text-model.ts'

/** The options of {@link wllama}. */
export interface WllamaOptions {
  /** Loads the library: `() => import('@wllama/wllama')`. Version 3.8 or later. */
  readonly engine: () => PromiseLike<WllamaModule>
  /** The address of its file `esm/wasm/wllama.wasm`. */
  readonly wasm: string
  /** The address of a GGUF file, which is kept on the device, or a file that a user chose. */
  readonly model: string | Blob
  /** The bytes of the file at that address, to tell people before the download. */
  readonly bytes?: number | undefined
  /**
   * The most tokens of a prompt and its answer together. More take more memory, and models have
   * their own limits. Default 4,096.
   */
  readonly contextTokens?: number | undefined
}

/**
 * Makes a language model of a GGUF file, which llama.cpp runs in a worker of the page. Each answer
 * is written under a grammar. Several threads are used on pages that are isolated across origins.
 *
 * A page with a Content Security Policy needs `script-src 'wasm-unsafe-eval'` and `worker-src
 * blob:`, and `connect-src` for the addresses.
 *
 * Source: https://github.com/ngxson/wllama
 *
 * @example
 * import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url'
 * const model = wllama({ engine: () => import('@wllama/wllama'), wasm, model: '/model.gguf' })
 */
export function wllama(options: WllamaOptions): LocalModel {
  checkOptions('`wllama`', options, {
    engine: '',
    wasm: 'wasmUrl',
    model: 'url',
    bytes: 'size',
    contextTokens: 'n_ctx maxContextTokens',
  })
  const { model, bytes, contextTokens = 4_096 } = options
  const url = typeof model === 'string' ? new URL(model, globalThis.location?.href).href : undefined
  const findFile = async ({ modelManager }: Wllama): Promise<Model | undefined> =>
    (await modelManager.getModels()).find((each) => each.url === url)
  return constrained({
    modelId: url?.split(/[/?#]/).find((part) => part.endsWith('.gguf')) ?? 'gguf',
    csp,
    async find(): Promise<TextModelFound> {
      if (!canCompile())
        return { status: 'unavailable', reason: `WebAssembly is switched off. ${toPolicy(csp)}` }
      const isHere = url === undefined || (await findFile(await create(options)))
      return { status: isHere ? 'available' : 'downloadable', bytes }
    },
    async load({ signal, onProgress }) {
      let hasDied = false
      const engine = await create(options, () => {
        hasDied = true
      })
      const progressCallback = ({ loaded, total }: Progress): void => onProgress(loaded, total)
      const file =
        url === undefined ? undefined : await download(engine, url, { signal, progressCallback })
      const blobs = file ? await file.open() : [model as Blob]
      if ((await blobs[0]?.slice(0, 4).text()) !== 'GGUF') {
        await file?.remove()
        throw new Error('The file is not a GGUF file.')
      }
      const stop = (): void => void engine.exit().catch(silent)
      signal.addEventListener('abort', stop)
      try {
        const params = { n_ctx: contextTokens, n_parallel: 1, warmup: false }
        await engine.loadModel(blobs, params)
        // Of a file that is cut, the end is read first when something is written.
        await engine.createChatCompletion({
          messages: [{ role: 'user', content: '.' }],
          max_tokens: 1,
          stream: true,
          onData: () => undefined,
        })
      } catch (cause) {
        stop()
        const damaged = 'The file is damaged, or needs more memory than there is.'
        throw new Error(hasDied ? `Its worker failed. ${toPolicy(csp)}` : damaged, { cause })
      }
      signal.removeEventListener('abort', stop)
      return toEngine(engine)
    },
    ...(url !== undefined && { remove: async () => removeFiles(await create(options), url) }),
  })
}

/** Creates an engine. `onDeath` is called if its worker fails, which ends the engine. */
async function create({ engine, wasm }: WllamaOptions, onDeath = silent): Promise<Wllama> {
  const { Wllama } = await engine()
  // The library logs the error of its worker, and waits for it all the same.
  const error = (told: unknown): void => {
    if (!(told instanceof Event)) return
    onDeath()
    void made.exit().catch(silent)
  }
  const logger = { debug: silent, log: silent, warn: silent, error }
  // One part after another: when a download fails, no other part is still being written.
  const config = { suppressNativeLog: true, logger, parallelDownloads: 1 }
  const made = new Wllama({ default: wasm }, config)
  return made
}

async function download(engine: Wllama, url: string, options: DownloadOptions): Promise<Model> {
  try {
    return await engine.modelManager.getModelOrDownload({ url }, options)
  } catch (thrown) {
    // The library keeps what has come of a file, and cannot go on with it.
    await removeFiles(engine, url)
    throw thrown
  }
}

/** Deletes the parts of a model, also those of a download that has not ended. */
async function removeFiles({ modelManager }: Wllama, url: string): Promise<void> {
  const [part, count] = /-\d{5}-of-(\d{5})(?=\.gguf)/.exec(url) ?? []
  const urls = Array.from({ length: Number(count ?? 1) }, (_, at) =>
    part === undefined ? url : url.replace(part, `-${String(at + 1).padStart(5, '0')}-of-${count}`),
  )
  for (const each of urls) await modelManager.cacheManager.delete(each)
}

const silent = (): void => undefined

const csp = "script-src 'wasm-unsafe-eval'; worker-src blob:"

/** Whether the policy of the page allows WebAssembly, in its workers too. */
function canCompile(): boolean {
  try {
    // The smallest module: its mark and its version.
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof Object
  } catch {
    return false
  }
}

function toEngine(engine: Wllama): TextEngine {
  return {
    contextTokens: engine.getLoadedContextInfo().n_ctx,
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    generate: (request) => generate(engine, request),
    close: () => engine.exit(),
  }
}

async function* generate(
  engine: Wllama,
  { messages, schema, maxTokens, temperature, topP, topK, seed, signal }: TextRequest,
): AsyncGenerator<string | TextEnd> {
  const options = {
    messages: [...messages],
    abortSignal: signal,
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(seed !== undefined && { seed }),
    ...(schema && {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema } },
    }),
  }
  let writing: Promise<unknown> | undefined
  const chunks = new ReadableStream<Chunk>({
    start(to) {
      const onData = (chunk: Chunk): void => to.enqueue(chunk)
      writing = engine.createChatCompletion({ ...options, stream: true, onData }).then(
        () => to.close(),
        (error: unknown) => to.error(error),
      )
    },
  }).getReader()
  let end: TextEnd = {}
  try {
    for (;;) {
      const { done, value } = await chunks.read()
      if (done) return yield end
      const { choices, usage, timings } = value
      const [choice] = choices
      if (choice?.delta.content) yield choice.delta.content
      if (choice?.finish_reason) end = { ...end, isCut: choice.finish_reason === 'length' }
      if (timings) {
        const { cache_n, prompt_n, predicted_n } = timings
        end = { ...end, inputTokens: cache_n + prompt_n, outputTokens: predicted_n }
      }
      if (usage)
        end = { ...end, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
    }
  } finally {
    // The next answer begins when this one has stopped.
    await writing
  }
}

/** The parts of the library that are used here. */
interface WllamaModule {
  readonly Wllama: new (paths: { default: string }, config: object) => Wllama
}

interface Progress {
  readonly loaded: number
  readonly total: number
}

interface DownloadOptions {
  readonly signal: AbortSignal
  readonly progressCallback: (progress: Progress) => void
}

interface Model {
  readonly url: string
  open(): Promise<Blob[]>
  remove(): Promise<void>
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null }
    readonly finish_reason: string | null
  }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
  readonly timings?: {
    readonly cache_n: number
    readonly prompt_n: number
    readonly predicted_n: number
  }
}

interface Wllama {
  readonly modelManager: {
    getModels(): Promise<readonly Model[]>
    getModelOrDownload(source: { url: string }, options: DownloadOptions): Promise<Model>
    readonly cacheManager: { delete(url: string): Promise<void> }
  }
  loadModel(file: Blob[], params: object): Promise<void>
  getLoadedContextInfo(): { readonly n_ctx: number }
  createChatCompletion(options: {
    messages: TextMessage[]
    stream: true
    onData: (chunk: Chunk) => void
    max_tokens: number
    abortSignal?: AbortSignal
    temperature?: number
    top_p?: number
    top_k?: number
    seed?: number
    response_format?: { type: 'json_schema'; json_schema: { name: string; schema: unknown } }
  }): Promise<void>
  exit(): Promise<void>
}

import { checkOptions, type LocalModel } from '@ambit/core'
import { constrained } from './constrained.ts'
import type { TextEnd, TextEngine, TextMessage, TextModelFound, TextRequest } from './text-model.ts'

/** The options of {@link transformersJs}. */
export interface TransformersJsOptions {
  /**
   * Loads the library: `() => import('@huggingface/transformers')`. Version 4.3 or later. Set its
   * `env` there for a server of your own. Otherwise files come from huggingface.co, and the
   * WebAssembly from cdn.jsdelivr.net.
   */
  readonly engine: () => PromiseLike<TransformersModule>
  /** Loads the grammars: `() => import('@mlc-ai/web-xgrammar')`. Version 0.1.27 or later. */
  readonly grammar: () => PromiseLike<object>
  /** The id of a model, as `onnx-community/Qwen3-0.6B-ONNX`. Its files are kept on the device. */
  readonly model: string
  /** The bytes of its files, to tell people before the download. */
  readonly bytes?: number | undefined
  /** Where it runs. Default: `webgpu` where the browser and the device have it, else `wasm`. */
  readonly device?: 'webgpu' | 'wasm' | undefined
  /** The form of the weights. Default: `q4f16` if the graphics processor has it, else `q4`. */
  readonly dtype?: string | undefined
  /**
   * The most tokens of a prompt and its answer together, at most those of the model. More take more
   * memory. Default 4,096.
   */
  readonly contextTokens?: number | undefined
}

/**
 * Makes a language model of ONNX files, which Transformers.js runs on the graphics processor, or by
 * WebAssembly. Each token of an answer is masked by a grammar, which XGrammar makes of the schema.
 *
 * - On `wasm` the page stands still for the time of each token.
 * - After a failed load, the library loads nothing more until the page is loaded again.
 *
 * A page with a Content Security Policy needs `script-src 'wasm-unsafe-eval' blob:` and `worker-src
 * blob:`, and `connect-src` for the addresses.
 *
 * Sources: https://huggingface.co/docs/transformers.js, https://xgrammar.mlc.ai
 *
 * @example
 * const model = transformersJs({
 *   engine: () => import('@huggingface/transformers'),
 *   grammar: () => import('@mlc-ai/web-xgrammar'),
 *   model: 'onnx-community/Qwen3-0.6B-ONNX',
 * })
 */
export function transformersJs(options: TransformersJsOptions): LocalModel {
  checkOptions('`transformersJs`', options, {
    engine: '',
    grammar: 'xgrammar',
    model: 'modelId',
    bytes: 'size',
    device: 'backend =webgpu =wasm',
    dtype: 'quantization',
    contextTokens: 'maxContextTokens',
  })
  const { engine, grammar, model, bytes, contextTokens = 4_096 } = options
  return constrained({
    modelId: model,
    csp: "script-src 'wasm-unsafe-eval' blob:; worker-src blob:",
    async find(): Promise<TextModelFound> {
      const form = await findForm(options)
      const reason = 'This browser has no WebGPU on this device.'
      if (form.device !== (options.device ?? form.device)) return { status: 'unavailable', reason }
      const isHere = await hasFiles(options, form)
      return { status: isHere ? 'available' : 'downloadable', bytes }
    },
    async load({ signal, onProgress }) {
      const form = await findForm(options)
      const [library, grammars] = [await engine(), toGrammars(await grammar())]
      const { env, AutoTokenizer, AutoModelForCausalLM } = library
      const usual = env.fetch
      const fetch: Environment['fetch'] = (address, init) =>
        usual(address, isOf(model, String(address)) ? { signal, ...init } : init)
      env.fetch = fetch
      const progress_callback = ({ status, loaded = 0, total = 0 }: Progress): void => {
        if (status === 'progress_total') onProgress(loaded, total)
      }
      let network: Network | undefined
      try {
        // First, because a search that finds the other files asks the server for these.
        const tokenizer = await AutoTokenizer.from_pretrained(model, { progress_callback })
        network = await AutoModelForCausalLM.from_pretrained(model, { ...form, progress_callback })
        const { max_position_embeddings: most = contextTokens } = configOf(network)
        const { device } = form
        const runtime = { library, grammars, tokenizer, network, device }
        return await toEngine(runtime, Math.min(contextTokens, most))
      } catch (cause) {
        await network?.dispose()
        signal.throwIfAborted()
        throw new Error(toWords(cause, await hasFiles(options, form)), { cause })
      } finally {
        if (env.fetch === fetch) env.fetch = usual
      }
    },
    async remove() {
      for (const { name, request } of await findFiles(model))
        await (await caches.open(name)).delete(request)
    },
  })
}

/** The form in which a model is downloaded and runs. */
interface Form {
  readonly device: 'webgpu' | 'wasm'
  readonly dtype: string
}

async function findForm({ device, dtype }: TransformersJsOptions): Promise<Form> {
  const { gpu } = globalThis.navigator as { gpu?: Graphics }
  const adapter = device === 'wasm' ? undefined : await gpu?.requestAdapter().catch(() => null)
  const isHalf = adapter?.features.has('shader-f16')
  return { device: adapter ? 'webgpu' : 'wasm', dtype: dtype ?? (isHalf ? 'q4f16' : 'q4') }
}

const isOf = (model: string, address: string): boolean => address.includes(`/${model}/`)

/** Returns the files of a model on the device. The library keeps them in a cache of the origin. */
async function findFiles(model: string): Promise<{ name: string; request: Request }[]> {
  const files: { name: string; request: Request }[] = []
  // Pages without HTTPS have no caches.
  for (const name of 'caches' in globalThis ? await caches.keys() : [])
    for (const request of await (await caches.open(name)).keys())
      if (isOf(model, request.url)) files.push({ name, request })
  return files
}

/** Whether all files of a model are on the device. Asks no server. */
async function hasFiles({ engine, model }: TransformersJsOptions, form: Form): Promise<boolean> {
  const files = await findFiles(model)
  // Without this one, the library asks the server for it.
  if (!files.some(({ request }) => request.url.endsWith('/config.json'))) return false
  const { ModelRegistry } = await engine()
  const options = { ...form, include_processor: false }
  const found = await ModelRegistry.is_cached_files(model, options).catch(() => undefined)
  // A damaged one of them is here, too.
  return found?.files.every((each) => each.cached || each.file === 'generation_config.json') ?? true
}

/** Says for people why a model could not be loaded. */
function toWords(thrown: unknown, hasFiles: boolean): string {
  if (!hasFiles) return 'The files could not be downloaded.'
  const reason = String(thrown).includes('no available backend')
    ? 'The WebAssembly of the library could not be loaded.'
    : 'The files are damaged, or need more memory than there is.'
  return `${reason} Load the page again before you try once more.`
}

/** The bundle of XGrammar exports nothing to modules, and puts itself on the global object. */
const toGrammars = (module: object): GrammarModule =>
  'GrammarMatcher' in module
    ? (module as GrammarModule)
    : (globalThis as unknown as { xgrammar: GrammarModule }).xgrammar

const configOf = ({ config }: Network): Config => ({ ...config, ...config.text_config })

interface Runtime {
  readonly library: TransformersModule
  readonly grammars: GrammarModule
  readonly tokenizer: Tokenizer
  readonly network: Network
  readonly device: Form['device']
}

async function toEngine(runtime: Runtime, contextTokens: number): Promise<TextEngine> {
  const { grammars, tokenizer, network } = runtime
  const config = configOf(network)
  const end = network.generation_config?.eos_token_id ?? config.eos_token_id
  const ids = [end, tokenizer.eos_token_id]
  const stops = ids.flat().filter((id) => id !== undefined && id !== null)
  const vocabulary = tokenizer.get_vocab()
  const size = config.vocab_size ?? vocabulary.size
  // An empty token is never part of what a grammar allows.
  const tokens = Array.from({ length: size }, () => '')
  for (const [token, id] of vocabulary) if (id < size) tokens[id] = token
  for (const id of tokenizer.all_special_ids) tokens[id] = ''
  const kind = vocabulary.has('<0x0A>') ? 'byte_fallback' : 'byte_level'
  const info = await grammars.TokenizerInfo.createTokenizerInfo(tokens, kind, false, size, stops)
  const compiler = await grammars.GrammarCompiler.createGrammarCompiler(info, false)
  let last: { readonly text: string; readonly grammar: Disposable } | undefined
  /** Compiles a grammar, which takes long, unless it is that of the answer before. */
  const match = async (schema: unknown): Promise<Matcher> => {
    const text = JSON.stringify(schema, withMaximum)
    if (text !== last?.text) {
      last?.grammar.dispose()
      last = undefined
      last = { text, grammar: await compiler.compileJSONSchema(text, false, -1, undefined, false) }
    }
    return grammars.GrammarMatcher.createGrammarMatcher(last.grammar)
  }
  return {
    contextTokens,
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    countTokens: (messages) => toIds(tokenizer, messages).length,
    generate: (request) => generate({ ...runtime, stops, match }, request),
    async close() {
      last?.grammar.dispose()
      compiler.dispose()
      info.dispose()
      await network.dispose()
    },
  }
}

/** Of whole numbers with a minimum alone, the grammar would allow smaller ones. */
const withMaximum = (_: string, value: unknown): unknown =>
  Object(value).type === 'integer' && /"(?:exclusiveM|m)inimum"/.test(JSON.stringify(value))
    ? { maximum: Number.MAX_SAFE_INTEGER, ...Object(value) }
    : value

const toIds = (tokenizer: Tokenizer, messages: readonly TextMessage[]): number[] =>
  tokenizer.apply_chat_template([...messages], {
    add_generation_prompt: true,
    return_dict: false,
    return_tensor: false,
    // A model that thinks before it answers has no room for it in a grammar.
    enable_thinking: false,
  }) as number[]

interface Writing extends Runtime {
  readonly stops: readonly number[]
  readonly match: (schema: unknown) => Promise<Matcher>
}

async function* generate(at: Writing, request: TextRequest): AsyncGenerator<string | TextEnd> {
  const { library, tokenizer, network, stops, match } = at
  const { messages, schema, maxTokens, temperature, topP = 1, topK, seed, signal } = request
  const ids = toIds(tokenizer, messages)
  const inputTokens = ids.length
  const sampling = {
    ...(temperature !== undefined && { temperature, do_sample: temperature > 0 }),
    ...(topK !== undefined && { top_k: topK }),
  }
  if (seed !== undefined) library.random.seed(seed)
  const matcher = schema && (await match(schema))
  let past: Past | undefined
  let [before, from] = [inputTokens, inputTokens]
  const decode = (start: number, end: number): string =>
    start < end ? tokenizer.decode(ids.slice(start, end), asItIs) : ''
  let isCut = true
  try {
    while (isCut && ids.length - inputTokens < maxTokens) {
      if (at.device === 'wasm') await nextTask()
      signal.throwIfAborted()
      const mask = await matcher?.getNextTokenBitmask()
      const toTensor = (values: readonly number[]): object =>
        new library.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])
      const { sequences, past_key_values } = (await network.generate({
        input_ids: toTensor(ids),
        // Without it, the library takes all tokens for new ones.
        attention_mask: toTensor(ids.map(() => 1)),
        past_key_values: past,
        return_dict_in_generate: true,
        max_new_tokens: 1,
        logits_processor: [(_: unknown, scores: Scores) => choose(scores, mask, topP)],
        ...sampling,
      })) as Step
      past = past_key_values
      const id = Number(sequences.data.at(-1))
      if (matcher && !matcher.acceptToken(id)) throw new Error('A token does not fit the grammar.')
      isCut = !stops.includes(id)
      if (!isCut) break
      ids.push(id)
      // Some tokens are a part of a character, and some begin with a space only after another one.
      const text = decode(before, ids.length)
      if (text.endsWith('\uFFFD')) continue
      yield text.slice(decode(before, from).length)
      before = from
      from = ids.length
    }
    yield { isCut, inputTokens, outputTokens: ids.length - inputTokens }
  } finally {
    matcher?.dispose()
    await past?.dispose()
  }
}

/** Lets the page work between two tokens. A timer would be late in a page that is not seen. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(undefined)
  })
  port1.close()
}

const asItIs = { skip_special_tokens: true, clean_up_tokenization_spaces: false }

/** Leaves of the scores those that a grammar allows, and of these the likely ones. */
function choose(scores: Scores, mask: Int32Array | undefined, topP: number): Scores {
  const { data } = scores
  if (mask)
    for (let id = 0; id < data.length; id++)
      if (!(((mask[id >> 5] ?? 0) >> (id & 31)) & 1)) data[id] = -Infinity
  if (topP >= 1) return scores
  const most = data.reduce((a, b) => Math.max(a, b))
  const shares: { readonly id: number; readonly share: number }[] = []
  // All others together have a share of nearly nothing.
  data.forEach((score, id) => {
    if (score > most - 20) shares.push({ id, share: Math.exp(score - most) })
    else data[id] = -Infinity
  })
  let rest = topP * shares.reduce((sum, { share }) => sum + share, 0)
  for (const { id, share } of shares.toSorted((a, b) => b.share - a.share)) {
    if (rest <= 0) data[id] = -Infinity
    rest -= share
  }
  return scores
}

/** The parts of the libraries that are used here. */
interface TransformersModule {
  readonly env: Environment
  readonly AutoTokenizer: {
    from_pretrained(model: string, options: object): Promise<Tokenizer>
  }
  readonly AutoModelForCausalLM: {
    from_pretrained(model: string, options: object): Promise<Network>
  }
  readonly ModelRegistry: {
    is_cached_files(
      model: string,
      options: object,
    ): Promise<{ readonly files: readonly { readonly file: string; readonly cached: boolean }[] }>
  }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => object
  readonly random: { seed(seed: number): void }
}

interface Environment {
  fetch: (address: string | URL, init?: RequestInit) => Promise<unknown>
}

interface Progress {
  readonly status: string
  readonly loaded?: number
  readonly total?: number
}

interface Tokenizer {
  readonly all_special_ids: readonly number[]
  readonly eos_token_id?: number | null | undefined
  get_vocab(): Map<string, number>
  apply_chat_template(messages: TextMessage[], options: object): unknown
  decode(ids: number[], options: object): string
}

interface Config {
  readonly vocab_size?: number
  readonly max_position_embeddings?: number
  readonly eos_token_id?: number | number[] | null
}

interface Network {
  readonly config: Config & { readonly text_config?: Config }
  readonly generation_config?: Pick<Config, 'eos_token_id'> | null
  generate(options: object): Promise<unknown>
  dispose(): Promise<unknown>
}

interface Step {
  readonly sequences: { readonly data: BigInt64Array }
  readonly past_key_values: Past
}

interface Past {
  dispose(): Promise<void>
}

interface Scores {
  readonly data: Float32Array
}

interface Graphics {
  requestAdapter(): Promise<{ readonly features: ReadonlySet<string> } | null>
}

interface Disposable {
  dispose(): void
}

interface Matcher extends Disposable {
  getNextTokenBitmask(): Promise<Int32Array>
  acceptToken(id: number): boolean
}

interface GrammarModule {
  readonly TokenizerInfo: {
    createTokenizerInfo(
      tokens: string[],
      kind: string,
      prependsSpace: boolean,
      size: number,
      stops: number[],
    ): Promise<Disposable>
  }
  readonly GrammarCompiler: {
    createGrammarCompiler(
      info: Disposable,
      hasCache: boolean,
    ): Promise<
      Disposable & {
        compileJSONSchema(
          schema: string,
          anyWhitespace: boolean,
          indent: number,
          separators: undefined,
          isStrict: boolean,
        ): Promise<Disposable>
      }
    >
  }
  readonly GrammarMatcher: {
    createGrammarMatcher(grammar: Disposable): Promise<Matcher>
  }
}

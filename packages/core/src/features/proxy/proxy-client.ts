import { AgentError } from '../../errors/agent-error.ts'
import {
  apiKeyHeader,
  type CallLimits,
  encodeCall,
  encodeEntries,
  hasSha256,
  iterationHeader,
  type KeptParts,
  leastPrefix,
  modelPath,
  prefixHeader,
  prefixVersion,
  readParts,
  runIdHeader,
  sha256,
  stableEnd,
  watchBody,
  type WireErrorCode,
  type WirePart,
} from '@ambit/protocol'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { ModelError } from '../../errors/model-error.ts'
import { collectParts } from './collect-parts.ts'
import {
  type Body,
  fetchModels,
  notOfProxy,
  type ProxyConnection,
  type ProxyRequest,
  proxyRequest,
} from './proxy-request.ts'

/** The proxy, and the model of it that is called. */
export type Target = ProxyConnection & { readonly modelId: string; readonly uplink: Uplink }

/** Sends a call to the model endpoint and returns the stream of its parts. */
export async function openStream(
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  try {
    const { prefixes } = target.uplink
    const kept = prefixes?.isOffered ? await prefixes.find(call) : undefined
    const response = await post(target, call, kept)
    const revive = (part: WirePart): LanguageModelV4StreamPart => reviveError(part, target.baseURL)
    return { stream: readParts(bodyOf(response, target), revive, call.abortSignal, watchBody) }
  } catch (thrown) {
    throw thrown instanceof ModelError ? toCallError(thrown, target.baseURL) : thrown
  }
}

/**
 * Sends a call, compressed if the proxy takes it so, and without the parts that it keeps. If it has
 * not got them, the whole call is sent at once. Another server of the same address may be older:
 * after a refusal the whole call is sent once more, as it is.
 */
async function post(
  target: Target,
  call: LanguageModelV4CallOptions,
  kept: NamedParts | undefined,
): Promise<Response> {
  const { uplink, modelId } = target
  const prefixes = (uplink.prefixes ??= new Prefixes())
  const body = encodeCall(modelId, call, kept)
  const compressed = isLong(uplink, body) ? await compressBody(body) : body
  const send = (sent: Body): Promise<Response> =>
    proxyRequest(target, { path: modelPath, body: sent, ...identityOf(call) })
  let response: Response
  try {
    response = await send(compressed)
    if (kept) prefixes.hit()
  } catch (thrown) {
    if (!AgentError.is(thrown, 'model')) throw thrown
    const isUnknown = thrown.details.kind === ('unknown_prefix' satisfies WireErrorCode)
    const isRefused = mayBeEncoding(thrown.details) && (kept !== undefined || compressed !== body)
    if (kept && (isUnknown || isRefused)) prefixes.miss(kept)
    if (kept && isUnknown) return post(target, call, undefined)
    if (!isRefused) throw thrown
    response = await send(kept ? encodeCall(modelId, call) : body)
  }
  noteEncoding(uplink, response)
  prefixes.note(call, response)
  return response
}

/** Returns the event stream of a response. Throws if there is none. */
function bodyOf(response: Response, target: Target): ReadableStream<Uint8Array> {
  if (response.body && isEventStream(response)) return response.body
  response.body?.cancel().catch(() => {})
  throw notOfProxy(target, 'is not a model stream', response)
}

/** The longest wait for the limits of a proxy, in milliseconds. */
const limitsMs = 5000

/**
 * Resolves with the bytes of the largest call that the proxy takes; undefined if it does not tell.
 * Never rejects.
 */
export async function maxBytesOf(target: Target): Promise<number | undefined> {
  const { uplink } = target
  uplink.limits ??= fetchModels(target, AbortSignal.timeout(limitsMs)).then(({ limits }) => limits)
  try {
    const limits = await uplink.limits
    return limits && (limits.bytes ?? Infinity)
  } catch {
    // It may be reached the next time.
    uplink.limits = undefined
    return undefined
  }
}

/** Sends a call and resolves with the whole answer. */
export const generate = async (
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> => collectParts((await openStream(target, call)).stream)

/** Returns who makes a call, and the user's key, from the headers that only Ambit reads. */
function identityOf({
  headers = {},
  abortSignal: signal,
}: LanguageModelV4CallOptions): Pick<ProxyRequest, 'at' | 'apiKey'> {
  const { [apiKeyHeader]: apiKey, [runIdHeader]: runId, [iterationHeader]: iteration } = headers
  return {
    at: { runId, iteration: iteration === undefined ? undefined : +iteration, signal },
    apiKey,
  }
}

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function reviveError(part: WirePart, url: string): LanguageModelV4StreamPart {
  if (part.type !== 'error') return part
  const { code: kind, message, retryable: isRetryable, status, retryAfterMs } = part.error
  const error = new ModelError(message, { kind, isRetryable, status, retryAfterMs })
  return { type: 'error', error: toCallError(error, url) }
}

/** The mark by which the AI SDK recognises its `APICallError`, also one of another copy of it. */
const marks = ['vercel.ai.error', 'vercel.ai.error.AI_APICallError']

/**
 * Adds to a {@link ModelError} what the AI SDK reads of its `APICallError`. So `generateText` and
 * `streamText` retry a failure that a retry may fix, after the time that the proxy asks for. The
 * properties are not enumerable, and hold no body.
 *
 * @returns The same error.
 * @see https://ai-sdk.dev/docs/reference/ai-sdk-errors/ai-api-call-error
 */
function toCallError(error: ModelError, url: string): ModelError {
  const { status, retryAfterMs } = error
  const values = {
    statusCode: status,
    responseHeaders:
      retryAfterMs === undefined ? {} : { 'retry-after-ms': String(Math.ceil(retryAfterMs)) },
    url,
    requestBodyValues: {},
    ...Object.fromEntries(marks.map((mark) => [Symbol.for(mark), true])),
  }
  for (const key of Reflect.ownKeys(values)) {
    Object.defineProperty(error, key, { value: Reflect.get(values, key), configurable: true })
  }
  return error
}

type Call = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>

/** The number of calls in a row with an unknown prefix, after which no more are named. */
const maxMisses = 3

/** The number of lists of tools that are remembered. */
const maxTools = 8

/** The hashes that are known until the proxy has not got one of them. */
interface Known {
  /** The hash of the messages up to each one that was the last of a kept part. */
  readonly prompts: WeakMap<LanguageModelV4Message, string>
  /** The hashes of lists of tools, the latest one last. */
  readonly tools: Set<string>
}

/** The parts that a call names. */
interface NamedParts extends KeptParts {
  readonly from: Known
}

/**
 * The parts of calls that one proxy keeps. A call names them by their hash and leaves them out. The
 * texts themselves are not held here: the messages know their JSON.
 */
class Prefixes {
  #known: Known = { prompts: new WeakMap(), tools: new Set() }
  /** Settles once the hashes of the answers so far are known. Never rejects. */
  #noting: Promise<unknown> = Promise.resolve()
  #misses = 0

  /** True once an answer has offered to keep parts. Nothing is hashed before. */
  isOffered = false

  /** Notes what an answer says of the parts of its call. */
  note({ prompt, tools = [] }: Call, { headers }: Response): void {
    const end = headers.get(prefixHeader) === prefixVersion ? stableEnd({ prompt }) : 0
    const last = prompt[end - 1]
    if (!last || this.#misses >= maxMisses) return
    this.isOffered = true
    const known = this.#known
    const noting = [
      hashOf(prompt.slice(0, end)).then((hash) => hash && known.prompts.set(last, hash)),
      hashOf(tools).then((hash) => hash && addTools(known, hash)),
    ]
    this.#noting = Promise.allSettled([this.#noting, ...noting])
  }

  /** Resolves with the parts of a call that the proxy keeps. Undefined if there are none. */
  async find({ prompt, tools = [] }: Call): Promise<NamedParts | undefined> {
    await this.#noting
    const from = this.#known
    const count = prompt.findLastIndex((message) => from.prompts.has(message)) + 1
    const last = prompt[count - 1]
    const [sha256, ofTools] = await Promise.all([
      last && hashOf(prompt.slice(0, count)),
      from.tools.size > 0 ? hashOf(tools) : undefined,
    ])
    // Another message before it can have changed.
    const isSame = last && sha256 && from.prompts.get(last) === sha256
    const kept: KeptParts = {
      ...(isSame && { prompt: { sha256, count } }),
      ...(ofTools && from.tools.has(ofTools) && { tools: ofTools }),
    }
    return kept.prompt || kept.tools ? { ...kept, from } : undefined
  }

  /** Notes that the proxy had the parts that a call named. */
  hit(): void {
    this.#misses = 0
  }

  /** Forgets what a call named, since the proxy had not got it. The proxy may have begun anew. */
  miss({ from }: NamedParts): void {
    // Calls at the same time miss together.
    if (from !== this.#known) return
    this.#misses += 1
    this.#known = { prompts: new WeakMap(), tools: new Set() }
  }
}

function addTools({ tools }: Known, hash: string): void {
  tools.delete(hash)
  tools.add(hash)
  const [oldest] = tools
  if (tools.size > maxTools && oldest !== undefined) tools.delete(oldest)
}

/**
 * Resolves with the SHA-256 of messages or tools. Undefined if they are too short to be kept, or
 * where the environment has no SHA-256.
 */
async function hashOf(entries: readonly object[]): Promise<string | undefined> {
  if (entries.length === 0 || !hasSha256()) return undefined
  const json = encodeEntries(entries)
  return json.length < leastPrefix ? undefined : sha256(json)
}

/** The way that bodies are sent to one proxy. */
export interface Uplink {
  /** True once an answer of the proxy has said that it reads gzip. */
  takesGzip: boolean
  /** The largest call that the proxy takes. Undefined before somebody asks. */
  limits?: Promise<CallLimits | undefined> | undefined
  /** The parts of calls that the proxy keeps. Undefined before the first call. */
  prefixes?: Prefixes | undefined
}

/** The characters of a body under which compression gains nothing. */
const leastCharacters = 4096

/** Notes what an answer says about compressed bodies, in its header `accept-encoding`. */
function noteEncoding(uplink: Uplink, { headers }: Response): void {
  uplink.takesGzip = headers.get('accept-encoding')?.split(/[ ,]+/).includes('gzip') === true
}

/** Whether a body is over 4,096 characters, and the proxy takes it compressed. */
const isLong = ({ takesGzip }: Uplink, text: string): boolean =>
  takesGzip && text.length > leastCharacters

/** Compresses a body. Resolves with the text itself where the browser cannot compress. */
async function compressBody(text: string): Promise<Body> {
  if (!globalThis.CompressionStream) return text
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    return text
  }
}

/**
 * Whether a refusal can come from a server that does not read gzip. If it is the provider's, the
 * proxy has read the call.
 */
const mayBeEncoding = ({ status, kind }: AgentError<'model'>['details']): boolean =>
  (status === 400 || status === 415) && !kind.startsWith('upstream_')

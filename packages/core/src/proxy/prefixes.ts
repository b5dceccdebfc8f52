import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { hasSha256, sha256 } from '../json/sha256.ts'
import { encodeEntries, type KeptParts } from '../wire/call.ts'
import { leastPrefix, prefixHeader, prefixVersion } from '../wire/routes.ts'
import { stableEnd } from '../wire/stable-end.ts'

type Call = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>

/** The number of calls in a row with an unknown prefix, after which no more are named. */
const maxMisses = 3

/** The number of lists of tools that are remembered. */
const maxTools = 8

const encoder = new TextEncoder()

/**
 * The parts of calls that one proxy keeps. A call names them by their hash and leaves them out. The
 * texts themselves are not held here: the messages know their JSON.
 */
export class Prefixes {
  /** The hash of the messages up to each one that was the last of a kept part. */
  #prompts = new WeakMap<LanguageModelV4Message, string>()
  /** The hashes of lists of tools. */
  readonly #tools = new Set<string>()
  /** Settles once the hashes of the answers so far are known. Never rejects. */
  #noting: Promise<unknown> = Promise.resolve()
  #misses = 0
  /** True if nothing was noted since the last miss. */
  #isEmpty = true

  /** Notes what an answer says of the parts of its call. */
  note({ prompt, tools = [] }: Call, { headers }: Response): void {
    const end = headers.get(prefixHeader) === prefixVersion ? stableEnd({ prompt }) : 0
    const last = prompt[end - 1]
    if (!last || this.#isOff) return
    this.#isEmpty = false
    const noting = [
      hashOf(prompt.slice(0, end)).then((hash) => hash && this.#prompts.set(last, hash)),
      hashOf(tools).then((hash) => hash && this.#noteTools(hash)),
    ]
    this.#noting = Promise.allSettled([this.#noting, ...noting])
  }

  /** Resolves with the parts of a call that the proxy keeps. Undefined if there are none. */
  async find({ prompt, tools = [] }: Call): Promise<KeptParts | undefined> {
    await this.#noting
    const count = prompt.findLastIndex((message) => this.#prompts.has(message)) + 1
    const known = prompt[count - 1]
    const [sha256, ofTools] = await Promise.all([
      known && hashOf(prompt.slice(0, count)),
      this.#tools.size > 0 ? hashOf(tools) : undefined,
    ])
    // Another message before it can have changed.
    const isSame = known && sha256 && this.#prompts.get(known) === sha256
    const kept: KeptParts = {
      ...(isSame && { prompt: { sha256, count } }),
      ...(ofTools && this.#tools.has(ofTools) && { tools: ofTools }),
    }
    return kept.prompt || kept.tools ? kept : undefined
  }

  /** Notes that the proxy had the parts that a call named. */
  hit(): void {
    this.#misses = 0
  }

  /** Forgets everything, since the proxy had not got a part. It may have begun anew. */
  miss(): void {
    // Calls at the same time miss together.
    if (this.#isEmpty) return
    this.#isEmpty = true
    this.#misses += 1
    this.#prompts = new WeakMap()
    this.#tools.clear()
  }

  /** True if the proxy forgot so often that naming parts does not pay. */
  get #isOff(): boolean {
    return this.#misses >= maxMisses
  }

  #noteTools(hash: string): void {
    this.#tools.delete(hash)
    this.#tools.add(hash)
    const [oldest] = this.#tools
    if (this.#tools.size > maxTools && oldest !== undefined) this.#tools.delete(oldest)
  }
}

/**
 * Resolves with the SHA-256 of messages or tools. Undefined if they are too short to be kept, or
 * where the environment has no SHA-256.
 */
async function hashOf(entries: readonly object[]): Promise<string | undefined> {
  if (entries.length === 0 || !hasSha256()) return undefined
  const json = encodeEntries(entries)
  return json.length < leastPrefix ? undefined : sha256(encoder.encode(json))
}

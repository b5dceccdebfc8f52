import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { hasSha256, sha256 } from '../model/file-data.ts'
import { encodeEntries, type KeptParts } from '../wire/call.ts'
import { leastPrefix, prefixHeader, prefixVersion } from '../wire/routes.ts'
import { stableEnd } from '../wire/stable-end.ts'

type Call = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>

/** The number of calls in a row with an unknown prefix, after which no more are named. */
const maxMisses = 3

/** The number of lists of tools that are remembered. */
const maxTools = 8

const encoder = new TextEncoder()

/** The hashes that are known until the proxy has not got one of them. */
interface Known {
  /** The hash of the messages up to each one that was the last of a kept part. */
  readonly prompts: WeakMap<LanguageModelV4Message, string>
  /** The hashes of lists of tools, the latest one last. */
  readonly tools: Set<string>
}

/** The parts that a call names. */
export interface NamedParts extends KeptParts {
  readonly from: Known
}

/**
 * The parts of calls that one proxy keeps. A call names them by their hash and leaves them out. The
 * texts themselves are not held here: the messages know their JSON.
 */
export class Prefixes {
  #known: Known = { prompts: new WeakMap(), tools: new Set() }
  /** Settles once the hashes of the answers so far are known. Never rejects. */
  #noting: Promise<unknown> = Promise.resolve()
  #misses = 0

  /** Notes what an answer says of the parts of its call. */
  note({ prompt, tools = [] }: Call, { headers }: Response): void {
    const end = headers.get(prefixHeader) === prefixVersion ? stableEnd({ prompt }) : 0
    const last = prompt[end - 1]
    if (!last || this.#misses >= maxMisses) return
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
  return json.length < leastPrefix ? undefined : sha256(encoder.encode(json))
}

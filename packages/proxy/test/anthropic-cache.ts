import { createHash } from 'node:crypto'

/** One block of a request on Anthropic's wire. */
export interface Block {
  readonly cache_control?: unknown
}

/** The body of a request on Anthropic's wire. */
export interface AnthropicBody {
  readonly tools?: readonly Block[]
  readonly system?: readonly Block[]
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
  /** The automatic mark, which is on the last block. */
  readonly cache_control?: unknown
}

/** The use of the cache by one request, in characters. */
export interface CacheUse {
  /** The characters of the whole prompt, in the order that the cache has: the tools stand first. */
  readonly prompt: string
  /** The characters that come from the cache, from the start. */
  readonly read: number
  /** The characters up to the last mark. The part of them that was not read is stored. */
  readonly marked: number
}

/** The blocks before a mark in which an earlier mark is found. */
const lookback = 20

const blocksOf = ({ tools = [], system = [], messages }: AnthropicBody): Block[] => [
  ...tools,
  ...system,
  ...messages.flatMap(({ role, content }) => content.map((block) => ({ role, ...block }))),
]

/**
 * Imitates the documented rule of Anthropic's prompt cache. A mark stores all before it, and finds
 * what an earlier mark has stored at most 20 blocks before. Returns the use of each request.
 */
export function toCacheUses(bodies: readonly AnthropicBody[]): CacheUse[] {
  const stored = new Set<string>()
  return bodies.map((body) => {
    const blocks = blocksOf(body)
    const texts = blocks.map(({ cache_control: _mark, ...block }) => `${JSON.stringify(block)}\n`)
    const starts = toStarts(texts)
    const marks = blocks.flatMap(({ cache_control }, at) => (cache_control ? [at] : []))
    if (body.cache_control) marks.push(blocks.length - 1)
    let read = 0
    for (const mark of marks) {
      for (let at = mark; at >= Math.max(0, mark - lookback); at--) {
        const { id = '', length = 0 } = starts[at] ?? {}
        if (stored.has(id)) read = Math.max(read, length)
      }
    }
    for (const mark of marks) stored.add(starts[mark]?.id ?? '')
    return { prompt: texts.join(''), read, marked: starts[marks.at(-1) ?? -1]?.length ?? 0 }
  })
}

/** Returns the part of a prompt up to each block: its identity and its length. */
function toStarts(texts: readonly string[]): { readonly id: string; readonly length: number }[] {
  const hash = createHash('sha256')
  let length = 0
  return texts.map((text) => {
    length += text.length
    return { id: hash.update(text).copy().digest('base64'), length }
  })
}

/** Returns the share of characters that each request would read from the cache. */
export const readShares = (bodies: readonly AnthropicBody[]): number[] =>
  toCacheUses(bodies).map(({ prompt, read }) => read / prompt.length)

/** Returns the texts of the blocks that hold a mark. */
export const markedBlocks = (body: AnthropicBody): string[] =>
  blocksOf(body).flatMap((block) => (block.cache_control ? [JSON.stringify(block)] : []))

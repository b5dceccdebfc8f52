/** One block of a request on Anthropic's wire. */
export interface Block {
  readonly cache_control?: unknown
}

/** The body of a request on Anthropic's wire. */
export interface AnthropicBody {
  readonly tools?: readonly Block[]
  readonly system?: readonly Block[]
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
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
 * what an earlier mark has stored at most 20 blocks before. Returns the share of characters that
 * each request would read.
 */
export function readShares(bodies: readonly AnthropicBody[]): number[] {
  const stored = new Set<string>()
  return bodies.map((body) => {
    const blocks = blocksOf(body)
    const texts = blocks.map(({ cache_control: _mark, ...block }) => JSON.stringify(block))
    const upTo = (at: number): string => texts.slice(0, at + 1).join('\n')
    const marks = blocks.flatMap(({ cache_control }, at) => (cache_control ? [at] : []))
    let read = 0
    for (const mark of marks) {
      for (let at = mark; at >= Math.max(0, mark - lookback); at--) {
        if (stored.has(upTo(at))) read = Math.max(read, upTo(at).length)
      }
    }
    for (const mark of marks) stored.add(upTo(mark))
    return read / texts.join('\n').length
  })
}

/** Returns the texts of the blocks that hold a mark. */
export const markedBlocks = (body: AnthropicBody): string[] =>
  blocksOf(body).flatMap((block) => (block.cache_control ? [JSON.stringify(block)] : []))

// The reasons: decisions/0037.
import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'

/** The parts of a call that can hold marks of a prompt cache. */
type Markable = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'providerOptions'>

interface Carrier {
  readonly providerOptions?: SharedV4ProviderOptions | undefined
}

/**
 * The characters of JSON under which a prompt gets no marks. They are about 1,024 tokens, the least
 * that Anthropic caches. Source: its page on prompt caching.
 */
const leastCharacters = 4096

const mark = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * Adds at most four marks to a call, so that the provider caches what the next call repeats. They
 * follow the tools, the instructions, the history before the latest step, and the stable history.
 * The third mark is where the call before had its fourth, and is found there whatever the step has
 * added. A call with marks of its own is returned as it is, and so
 * is a call of under 1,024 tokens.
 *
 * @param stableEnd The number of messages that the next call repeats.
 */
export function addCacheMarks<Call extends Markable>(call: Call, stableEnd: number): Call {
  if (!isLong(call) || hasMarks(call)) return call
  const { prompt, tools } = call
  const lead = prompt.findIndex(({ role }) => role !== 'system')
  const last = findMarkable(prompt, stableEnd)
  const answer = prompt.findLastIndex(({ role }, at) => at < last && role === 'assistant')
  const marked = new Set([lead - 1, findMarkable(prompt, answer), last])
  const lastTool = tools?.findLastIndex((tool) => tool.type === 'function' && !isDeferred(tool))
  return {
    ...call,
    prompt: prompt.map((message, at) => (marked.has(at) ? addMark(message) : message)),
    ...(tools && { tools: tools.map((tool, at) => (at === lastTool ? addMark(tool) : tool)) }),
  }
}

/**
 * Returns the last message before `end` that takes a mark, or -1. An answer takes none: it can end
 * with reasoning, which has no mark.
 */
const findMarkable = (prompt: Markable['prompt'], end: number): number =>
  prompt.findLastIndex(({ role }, at) => at < end && (role === 'user' || role === 'tool'))

const addMark = <T extends object>(carrier: T & Carrier): T => ({
  ...carrier,
  providerOptions: {
    ...carrier.providerOptions,
    anthropic: { ...carrier.providerOptions?.['anthropic'], ...mark.anthropic },
  },
})

/**
 * Whether a tool is loaded only when the provider's search finds it. Such a tool takes no mark.
 */
const isDeferred = ({ providerOptions }: Carrier): boolean =>
  providerOptions?.['anthropic']?.['deferLoading'] === true

/** Whether a call is long enough for a cache. The data of files does not count. */
function isLong({ prompt, tools = [] }: Markable): boolean {
  let characters = 0
  for (const entry of [...tools, ...prompt]) {
    characters += JSON.stringify(entry, leaveFiles).length
    if (characters >= leastCharacters) return true
  }
  return false
}

/** Leaves the data of files out of JSON. */
const leaveFiles = (key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'mediaType' in value ? key : value

/** Whether the app has placed marks itself. */
function hasMarks(call: Markable): boolean {
  for (const carrier of carriers(call)) {
    for (const options of Object.values(carrier.providerOptions ?? {})) {
      if (options['cacheControl'] !== undefined || options['cache_control'] !== undefined)
        return true
    }
  }
  return false
}

function* carriers(call: Markable): Generator<Carrier> {
  yield call
  for (const tool of call.tools ?? []) if (tool.type === 'function') yield tool
  for (const message of call.prompt) {
    yield message
    if (message.role === 'system') continue
    for (const part of message.content) {
      yield part
      if (part.type !== 'tool-result') continue
      if (part.output.type === 'content') yield* part.output.value
      else yield part.output
    }
  }
}

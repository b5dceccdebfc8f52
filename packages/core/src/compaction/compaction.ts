import type { Message, UserMessage } from '../messages/message.ts'
import { estimateTokens } from '../budget/usage.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Compaction, ExtraContext } from '../features.ts'
import { AgentError } from '../errors/agent-error.ts'

/** A history cut into whole turns: each begins with a user message, and holds calls with their answers. */
export function toTurns(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([message])
    else turns.at(-1)?.push(message)
  }
  return turns
}

/** A rough count of what messages take in a prompt. */
export const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + tokensOfOne(message), 0)

const counted = new WeakMap<Message, number>()

function tokensOfOne(message: Message): number {
  let tokens = counted.get(message)
  if (tokens === undefined) {
    const { role } = message
    const said = role === 'assistant' ? [message.parts, message.calls] : message.content
    tokens =
      estimateTokens(typeof said === 'string' ? said.length : JSON.stringify(said).length) + 4
    counted.set(message, tokens)
  }
  return tokens
}

/** How much of a history a request may hold. Counts are estimates: four characters a token. */
export interface CompactionOptions {
  readonly maxContextTokens: number
  /** Kept free for the answer and for tools and contexts. Default a quarter of `maxContextTokens`. */
  readonly reserveTokens?: number | undefined
}

/** How summaries are made. */
export interface SummaryOptions extends CompactionOptions {
  /** Default: the run's model. */
  readonly summarizeModel?: LanguageModelV4 | undefined
}

/** Leaves the oldest whole turns out of the request; the newest always stays. The history itself is unchanged. */
export function trim(options: CompactionOptions): Compaction {
  const room = roomOf(options)
  return { compact: (messages) => keepNewest(messages, room).kept }
}

/** Puts a summary in the place of every turn but the newest once they are too much; falls back to `trim` when the summary fails. */
export const summarize = (options: SummaryOptions): Compaction => withSummary(options, 0)

/** Puts a summary in the place of the oldest turns and keeps as many of the newest as fit in half the room. */
export const hybrid = (options: SummaryOptions): Compaction => withSummary(options, 0.5)

function withSummary(options: SummaryOptions, share: number): Compaction {
  const room = roomOf(options)
  // A summary is made once for the turns it stands for, and made anew from itself when more are to go.
  const summaries = new Map<string, UserMessage>()
  return {
    compact: async (messages, at) => {
      const sent = withKnownSummary(messages, summaries)
      if (tokensOf(sent) <= room) return sent
      const { kept, dropped } = keepNewest(sent, room * share)
      const last = dropped.at(-1)
      if (!last) return sent
      try {
        const summary = await summarizeMessages(dropped, at, options.summarizeModel)
        summaries.set(last.id, summary)
        return keepNewest([summary, ...kept], room).kept
      } catch {
        return keepNewest(sent, room).kept
      }
    },
  }
}

function withKnownSummary(
  messages: readonly Message[],
  summaries: ReadonlyMap<string, UserMessage>,
): readonly Message[] {
  const at = messages.findLastIndex(({ id }) => summaries.has(id))
  const summary = summaries.get(messages[at]?.id ?? '')
  return summary ? [summary, ...messages.slice(at + 1)] : messages
}

async function summarizeMessages(
  messages: readonly Message[],
  at: ExtraContext,
  model: LanguageModelV4 | undefined,
): Promise<UserMessage> {
  const told = messages.map(tell).join('\n')
  const text = await at.ask(
    {
      prompt: [
        { role: 'system', content: instruction },
        { role: 'user', content: [{ type: 'text', text: told }] },
      ],
    },
    model,
  )
  if (!text) throw new AgentError('The model gave no summary.')
  const id = `summary_${messages.at(-1)?.id}`
  const content = `Summary of the conversation so far:\n${text}`
  const tainted = messages.some(({ taint }) => taint) ? { taint: 'untrusted' as const } : {}
  return { id, parentId: null, createdAt: 0, role: 'user', source: 'app', content, ...tainted }
}

const instruction =
  'Summarise this conversation for the assistant that goes on with it: what the person wants, what was done, results and ids, what is open. Short.'

function tell(message: Message): string {
  if (message.role === 'tool') return `result of ${message.name}: ${message.content}`
  if (message.role === 'user') return `person: ${JSON.stringify(message.content)}`
  const calls = message.calls?.map(
    ({ name, arguments: args }) => `${name}(${JSON.stringify(args)})`,
  )
  return `assistant: ${[message.content, ...(calls ?? [])].filter(Boolean).join(' ')}`
}

/** As many of the newest turns as fit, the newest whatever its size. */
function keepNewest(
  messages: readonly Message[],
  room: number,
): { kept: readonly Message[]; dropped: readonly Message[] } {
  if (tokensOf(messages) <= room) return { kept: messages, dropped: [] }
  const turns = toTurns(messages)
  let start = turns.length - 1
  let size = tokensOf(turns[start] ?? [])
  for (; start > 0; start--) {
    size += tokensOf(turns[start - 1] ?? [])
    if (size > room) break
  }
  return { kept: turns.slice(start).flat(), dropped: turns.slice(0, start).flat() }
}

function roomOf({
  maxContextTokens,
  reserveTokens = maxContextTokens / 4,
}: CompactionOptions): number {
  const room = maxContextTokens - reserveTokens
  if (room > 0) return room
  throw new AgentError(
    `\`maxContextTokens\` is ${maxContextTokens} and \`reserveTokens\` ${reserveTokens}: no room is left.`,
  )
}

import type { LanguageModelV4Message } from '@ai-sdk/provider'
import {
  type AssistantMessage,
  type Message,
  type UserMessage,
  deepFreeze,
} from '../messages/message.ts'
import type { OnNewer } from './known-parts.ts'
import { type ToolContent, toPromptMessage, toToolResult } from './prompt-message.ts'

/** The last prompt of each history, by its first message. The next prompt mostly begins with it. */
const latest = new WeakMap<Message, Converted>()

interface Converted {
  messages: readonly Message[]
  prompt: Prompt
  /** The types of the parts that were left out. */
  newer: Set<string>
}

type Prompt = LanguageModelV4Message[]

/**
 * Converts a history to a model's prompt. The caller must copy the array. Messages are frozen, so
 * each is converted once. Parts of types that only a later version knows are left out; `onNewer`
 * hears of each such type.
 */
export function toPrompt(
  messages: readonly Message[],
  onNewer?: OnNewer,
): readonly LanguageModelV4Message[] {
  const [first] = messages
  if (!first) return []
  const known = latest.get(first) ?? { messages: [], prompt: [], newer: new Set() }
  const from = startsWith(messages, known.messages) ? known.messages.length : 0
  const prompt = from > 0 ? known.prompt : []
  const newer = from > 0 ? known.newer : new Set<string>()
  const leave = (type: string): void => void newer.add(type)
  // A throw in the middle must not leave a half converted prompt behind.
  known.messages = []
  let results: ToolContent[] = []
  let asked = findAsked(messages, from)
  for (let at = from; at < messages.length; at++) {
    const message = messages[at] as Message
    if (message.role === 'assistant') asked = message
    if (message.role === 'tool') results.push(toToolResult(message, asked, leave))
    else {
      addResults(prompt, results)
      results = []
      add(prompt, message, leave)
    }
  }
  addResults(prompt, results)
  known.messages = messages
  known.prompt = prompt
  known.newer = newer
  if (onNewer) for (const type of newer) onNewer(type)
  latest.set(first, known)
  return prompt[0]?.role === 'assistant' ? [beginning, ...prompt] : prompt
}

function add(prompt: Prompt, message: UserMessage | AssistantMessage, onNewer: OnNewer): void {
  const entry = deepFreeze(toPromptMessage(message, onNewer))
  if (saysAnything(entry)) prompt.push(entry)
}

/** Returns the message whose calls the answer at an index answers; undefined if there is none. */
function findAsked(messages: readonly Message[], index: number): AssistantMessage | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const message = messages[at]
    if (message?.role !== 'tool') return message?.role === 'assistant' ? message : undefined
  }
  return undefined
}

/** Adds answers. Those to the calls of one message stay together, as some providers demand. */
function addResults(prompt: Prompt, results: ToolContent[]): void {
  if (results.length === 0) return
  const last = prompt.at(-1)
  if (last?.role === 'tool') prompt.pop()
  const content = last?.role === 'tool' ? [...last.content, ...results] : results
  prompt.push(deepFreeze({ role: 'tool', content }))
}

function startsWith(messages: readonly Message[], start: readonly Message[]): boolean {
  if (start.length > messages.length) return false
  // The comparison begins at the end, where two branches differ.
  for (let at = start.length - 1; at >= 0; at--) if (messages[at] !== start[at]) return false
  return true
}

/**
 * The message before a history that begins with the assistant, which some providers refuse. Such a
 * history begins with a tool call of the page.
 */
const beginning: LanguageModelV4Message = {
  role: 'user',
  content: [{ type: 'text', text: '(The conversation begins here.)' }],
}

/**
 * Tells if a message has more than a provider's own notes. Some providers leave the notes out, and
 * then refuse a message without content.
 */
const saysAnything = ({ content }: LanguageModelV4Message): boolean =>
  typeof content === 'string' || content.some(({ type }) => type !== 'custom')

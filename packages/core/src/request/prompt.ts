import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { deepFreeze } from '../values/freeze-message.ts'
import type { Message, ToolMessage } from '../values/message.ts'
import { toMessage, toToolResult } from './prompt-message.ts'

type ToolEntry = Extract<LanguageModelV4Message, { role: 'tool' }>

/** The last prompt of each history, by its first message: the next one is the same and a little more. */
const latest = new WeakMap<Message, { messages: readonly Message[]; prompt: Prompt }>()

type Prompt = LanguageModelV4Message[]

/** A history as a model's prompt, to be copied. Messages are frozen, so each is converted once. */
export function toPrompt(messages: readonly Message[]): readonly LanguageModelV4Message[] {
  const [first] = messages
  if (!first) return []
  const known = latest.get(first)
  const from = known && startsWith(messages, known.messages) ? known : undefined
  const prompt = from?.prompt ?? []
  // What throws in the middle leaves nothing half converted behind.
  latest.delete(first)
  for (let at = from?.messages.length ?? 0; at < messages.length; at++) {
    add(prompt, messages[at] as Message)
  }
  latest.set(first, { messages, prompt })
  return prompt[0]?.role === 'assistant' ? [beginning, ...prompt] : prompt
}

function add(prompt: LanguageModelV4Message[], message: Message): void {
  if (message.role === 'tool') return addResult(prompt, message)
  const entry = deepFreeze(toMessage(message))
  if (saysAnything(entry)) prompt.push(entry)
}

/** Answers to the calls of one message stand together: some providers demand it. */
function addResult(prompt: LanguageModelV4Message[], message: ToolMessage): void {
  const last = prompt.at(-1)
  const result = toToolResult(message)
  if (last?.role !== 'tool') prompt.push(deepFreeze({ role: 'tool', content: [result] }))
  else prompt[prompt.length - 1] = deepFreeze(withResult(last, result))
}

const withResult = (entry: ToolEntry, result: ToolEntry['content'][number]): ToolEntry => ({
  ...entry,
  content: [...entry.content, result],
})

function startsWith(messages: readonly Message[], start: readonly Message[]): boolean {
  if (start.length > messages.length) return false
  // From the end, where two branches differ.
  for (let at = start.length - 1; at >= 0; at--) if (messages[at] !== start[at]) return false
  return true
}

/** Some providers refuse a conversation that the assistant begins, as it does when the page called a tool before anybody said anything. */
const beginning: LanguageModelV4Message = {
  role: 'user',
  content: [{ type: 'text', text: '(The conversation begins here.)' }],
}

/** A provider's own notes are no message alone: some leave them out, and then refuse one without content. */
const saysAnything = ({ content }: LanguageModelV4Message): boolean =>
  typeof content === 'string' || content.some(({ type }) => type !== 'custom')

import type { Message, MessageInput, ToolMessage } from '@ambit/core'
import type { UIMessage, UIMessageChunk } from 'ai'
import { isOfUser } from './chat-place.ts'
import { fromParts } from './from-parts.ts'
import { toAssistantParts, toUserParts } from './message-parts.ts'
import { toContent } from './user-content.ts'
import { withAnswer } from './with-answer.ts'

/**
 * What the parts of a chat's message do not say of one message of the history, such as its taint
 * and what `result.toModel` made. Null stands for a field that the message does not have. Messages
 * of the application, which a chat does not show, are whole.
 */
export interface Kept {
  readonly role: Message['role']
  readonly [field: string]: unknown
}

/** The fields that a history gives anew, or that are of no use to a later request. */
const left: ReadonlySet<string> = new Set(['id', 'parentId', 'createdAt', 'usage', 'durationMs'])

/** Returns the messages of the turn of one message: from that of the user on. */
function turnOf(messages: readonly Message[], id: string | undefined): readonly Message[] {
  const at = messages.findIndex((message) => message.id === id)
  if (at < 0) return []
  const from = messages.slice(0, at + 1).findLastIndex(isOfUser)
  const length = messages.slice(at + 1).findIndex(isOfUser)
  return messages.slice(Math.max(from, 0), length < 0 ? undefined : at + 1 + length)
}

/** Returns the records of the messages of one turn, in order. They are JSON data. */
export const toKept = (turn: readonly Message[]): Kept[] =>
  turn.flatMap((message, at): Kept[] => {
    const { role } = message
    if (role === 'tool') return []
    if (role === 'user') return [isOfUser(message) ? ofUser(message) : whole(message)]
    const answers = turn.slice(at + 1)
    const end = answers.findIndex((other) => other.role === 'assistant')
    const own = (end < 0 ? answers : answers.slice(0, end)).filter(
      (other): other is ToolMessage => other.role === 'tool',
    )
    const parts = toAssistantParts(message, {}).map((part) => {
      const answer = own.find((one) => 'toolCallId' in part && part.toolCallId === one.id)
      return answer ? withAnswer(part, answer) : part
    })
    const said = fromParts(undefined, parts.slice(1))
    const find = (other: Message): MessageInput | undefined =>
      said.find((one) => one.role === other.role && (one.role !== 'tool' || one.id === other.id))
    return [message, ...own].map((one) => ({
      role: one.role,
      ...(one.role === 'tool' && { id: one.id }),
      ...difference(one, find(one)),
    }))
  })

/** Returns the chunk that gives a message of a chat the record of its turn. */
export function toKeptChunk(
  messages: readonly Message[],
  id: string | undefined,
): UIMessageChunk[] {
  const ambit = toKept(turnOf(messages, id))
  return ambit.length > 0 ? [{ type: 'message-metadata', messageMetadata: { ambit } }] : []
}

/** Returns the records that a message of a chat has; undefined without any. */
export function keptIn(message: UIMessage | undefined): readonly Kept[] | undefined {
  const { ambit } = Object(message?.metadata) as { ambit?: unknown }
  return Array.isArray(ambit) && ambit.every(isKept) ? ambit : undefined
}

const isKept = (one: unknown): one is Kept =>
  ['user', 'assistant', 'tool'].includes((Object(one) as Kept).role)

/** Returns a message of a history: what the parts say, and what was kept of it. */
export function restore(said: MessageInput | undefined, kept: Kept): MessageInput {
  const { untrusted, ...fields } = kept
  const message = { ...said, ...fields } as Record<string, unknown>
  for (const [field, value] of Object.entries(message)) {
    if (value === null || value === undefined) delete message[field]
  }
  const { content } = message
  if (Array.isArray(untrusted) && Array.isArray(content)) {
    message['content'] = content.map((part: object, at) =>
      untrusted.includes(at) ? { ...part, untrusted: true } : part,
    )
  }
  return message as unknown as MessageInput
}

const whole = ({ parentId: _parentId, ...message }: Message): Kept => message as unknown as Kept

/** Returns what the parts of a user's message do not say: its taint, and that of its parts. */
function ofUser(message: Message & { readonly role: 'user' }): Kept {
  const { content, role } = message
  const said = toContent(toUserParts(content), new Map())
  const marked =
    typeof content === 'string'
      ? []
      : content.flatMap(({ untrusted }, at) => (untrusted ? [at] : []))
  return {
    role,
    ...difference(message, { role, content }),
    ...(marked.length > 0 && (typeof said === 'string' ? { content } : { untrusted: marked })),
  }
}

function difference(message: Message, said: MessageInput | undefined): Record<string, unknown> {
  const own = message as unknown as Readonly<Record<string, unknown>>
  const other = (said ?? {}) as Readonly<Record<string, unknown>>
  const differing = Object.keys({ ...other, ...own }).filter(
    (key) => !left.has(key) && JSON.stringify(own[key]) !== JSON.stringify(other[key]),
  )
  return Object.fromEntries(differing.map((key) => [key, own[key] ?? null]))
}

import { noUsage } from '../budget/usage.ts'
import type { Clock, CreateId } from '../clock.ts'
import { AgentError } from '../errors/agent-error.ts'
import { dropUndefined, isJsonObject } from '../json/json.ts'
import { findContentFault } from './check-input.ts'
import { matchParts } from './match-parts.ts'
import type { AssistantMessage, Message, ToolMessage, UserMessage } from './message.ts'

type Given<M extends Message, Needed extends keyof M> = Readonly<Pick<M, Needed>> & {
  readonly [Field in keyof M]?: M[Field] | undefined
}

/**
 * A message of an earlier conversation: a whole `Message`, or only its `role` and `content`. The
 * answer to a call also needs its `id`, the id of the call. Ambit fills in what is missing.
 */
export type MessageInput =
  | Given<UserMessage, 'role' | 'content'>
  | Given<AssistantMessage, 'role'>
  | Given<ToolMessage, 'role' | 'id' | 'content'>

/** The sources of what given messages may lack. */
export interface MessageSource {
  readonly clock: Clock
  readonly createId: CreateId
  /** True if content may have parts of types that only a later version knows. Default false. */
  readonly allowsNewer?: boolean | undefined
}

/**
 * Returns given messages as whole ones. A message without `parentId` follows the one before it in
 * the list; the first one follows `head`. Throws `AgentError`, which names the message and the
 * field, for anything that cannot be filled in. `path` is the name of the list in the error.
 */
export function toMessages(
  given: readonly MessageInput[],
  path: string,
  head: string | null,
  ports: MessageSource,
): Message[] {
  if (!Array.isArray(given)) throw refuse(path, ' is no array')
  return Array.from(given as readonly unknown[], createMessageReader(path, head, ports))
}

/**
 * Returns a function that converts one message after another, as `toMessages` does. Call it in the
 * order of the list.
 */
export function createMessageReader(
  path: string,
  head: string | null,
  ports: MessageSource,
): (given: unknown, at: number) => Message {
  const tools = new Map<string, string>()
  const rename = createRenamer(ports.createId)
  let before = head
  return (given, at) => {
    const read = readMessage(given, `${path}[${at}]`, before, tools, ports)
    if (read.role === 'assistant') {
      for (const { id, name } of read.calls ?? []) tools.set(id, name)
    }
    const message = rename(read)
    before = message.id
    return message
  }
}

/**
 * Returns a function that replaces the ids of calls that are used before. It also replaces ids of a
 * form that some provider refuses. The answer of a call gets the same id. Call it in the order of
 * the list.
 */
function createRenamer(createId: CreateId): (message: Message) => Message {
  const used = new Set<string>()
  const renamed = new Map<string, string>()
  let waiting: [id: string, now: string][] = []
  const claim = (id: string): string => {
    const isFree = !used.has(id) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
    const now = isFree ? id : createId()
    used.add(now)
    waiting.push([id, now])
    return now
  }
  return (message) => {
    const parentId = renamed.get(message.parentId ?? '') ?? message.parentId
    if (message.role === 'tool') {
      const at = waiting.findIndex(([id]) => id === message.id)
      const [[, id] = [message.id, message.id]] = at < 0 ? [] : waiting.splice(at, 1)
      renamed.set(message.id, id)
      return id === message.id && parentId === message.parentId
        ? message
        : { ...message, id, parentId }
    }
    used.add(message.id)
    if (message.role === 'user' || !message.calls) {
      return parentId === message.parentId ? message : { ...message, parentId }
    }
    waiting = []
    const calls = message.calls.map((call) => ({ ...call, id: claim(call.id) }))
    if (waiting.every(([id, now]) => id === now) && parentId === message.parentId) return message
    const left = [...waiting]
    const parts = message.parts.map((part) => {
      if (part.type !== 'tool-call' || part.providerExecuted) return part
      const at = left.findIndex(([id]) => id === part.id)
      const [[, id] = [part.id, part.id]] = at < 0 ? [] : left.splice(at, 1)
      return { ...part, id }
    })
    return { ...message, parentId, calls, parts }
  }
}

function readMessage(
  given: unknown,
  path: string,
  before: string | null,
  tools: ReadonlyMap<string, string>,
  { clock, createId, allowsNewer }: MessageSource,
): Message {
  if (!isJsonObject(given)) throw refuse(path, ' is no object')
  const { id, parentId = before, createdAt = clock.now(), role, content, name } = given
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    throw refuse(path, '.id is no text')
  if (parentId !== null && typeof parentId !== 'string') throw refuse(path, '.parentId is no id')
  if (typeof createdAt !== 'number') {
    throw refuse(path, '.createdAt is no number of milliseconds since the Unix epoch')
  }
  const own = { ...dropUndefined(given), id: id ?? createId(), parentId, createdAt }
  switch (role) {
    case 'user': {
      const fault = findContentFault(content, `${path}.content`, { isStored: true, allowsNewer })
      if (fault) throw refuse(fault, '')
      return own as unknown as UserMessage
    }
    case 'assistant':
      return toAssistantMessage(own, path)
    case 'tool': {
      if (id === undefined) throw refuse(path, '.id is missing. Give the id of the call')
      if (typeof content !== 'string') throw refuse(path, '.content is no text')
      const tool = name ?? tools.get(id)
      if (typeof tool !== 'string')
        throw refuse(path, '.name is missing. Give the name of the tool')
      return { status: 'ok', ...own, name: tool } as unknown as ToolMessage
    }
    default:
      throw refuse(path, ".role is none of 'user', 'assistant' and 'tool'")
  }
}

function toAssistantMessage(
  own: Readonly<Record<string, unknown>>,
  path: string,
): AssistantMessage {
  const { content, reasoning, calls, parts } = own
  if (content !== undefined && typeof content !== 'string')
    throw refuse(path, '.content is no text')
  if (reasoning !== undefined && typeof reasoning !== 'string') {
    throw refuse(path, '.reasoning is no text')
  }
  if (calls !== undefined && !(Array.isArray(calls) && calls.every(isCall))) {
    throw refuse(path, '.calls is no array of `{ id, name, arguments }`')
  }
  if (parts !== undefined && !(Array.isArray(parts) && parts.every(isJsonObject))) {
    throw refuse(path, '.parts is no array of parts')
  }
  if (content === undefined && calls === undefined && parts === undefined) {
    throw refuse(path, '.content is missing')
  }
  // A message with parts and no reason is one that was cut. A plain message is whole.
  const finishReason = parts ? undefined : calls?.length ? 'tool_calls' : 'stop'
  const whole = { usage: noUsage, ...(finishReason && { finishReason }), parts: [], ...own }
  const message = whole as unknown as AssistantMessage
  return { ...message, parts: matchParts(message) }
}

const isCall = (call: unknown): boolean =>
  isJsonObject(call) &&
  typeof call['id'] === 'string' &&
  typeof call['name'] === 'string' &&
  isJsonObject(call['arguments'])

const refuse = (path: string, fault: string): AgentError =>
  new AgentError(
    `${path}${fault}, so none of these messages was taken. A message is \`{ role, content }\`, and may have the other fields of a Message.`,
  )

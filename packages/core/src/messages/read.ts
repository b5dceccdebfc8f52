import { isDeeper } from '@ambit/protocol'
import { inDevelopment } from '../dev/in-development.ts'
import type { Clock, CreateId } from '../environment.ts'
import { AgentError } from '../errors/agent-error.ts'
import { dropUndefined, isJsonObject } from '../json/json.ts'
import { noUsage } from '../model/usage.ts'
import { misuse } from '../options/misuse.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  ChatInput,
  Message,
  MessagePart,
  ProviderMetadata,
  ToolMessage,
  UserMessage,
} from './message.ts'

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
  let answerOf = nowOf([])
  const claim = (id: string): string => {
    const isFree = !used.has(id) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
    const now = isFree ? id : createId()
    used.add(now)
    return now
  }
  return (message) => {
    const parentId = renamed.get(message.parentId ?? '') ?? message.parentId
    if (message.role === 'tool') {
      const id = answerOf(message.id)
      renamed.set(message.id, id)
      return id === message.id && parentId === message.parentId
        ? message
        : { ...message, id, parentId }
    }
    used.add(message.id)
    if (message.role === 'user' || !message.calls) {
      return parentId === message.parentId ? message : { ...message, parentId }
    }
    const calls = message.calls.map((call) => ({ ...call, id: claim(call.id) }))
    const pairs = message.calls.map(({ id }, at): Renamed => [id, calls[at]?.id ?? id])
    answerOf = nowOf(pairs)
    if (pairs.every(([id, now]) => id === now) && parentId === message.parentId) return message
    const partOf = nowOf(pairs)
    const parts = message.parts.map((part) =>
      part.type === 'tool-call' && !part.providerExecuted ? { ...part, id: partOf(part.id) } : part,
    )
    return { ...message, parentId, calls, parts }
  }
}

type Renamed = readonly [id: string, now: string]

/** Returns a function that gives the new id for one; to equal ids, in the order of their calls. */
function nowOf(pairs: readonly Renamed[]): (id: string) => string {
  const left = new Map<string, string[]>()
  for (const [id, now] of [...pairs].reverse()) {
    const ids = left.get(id)
    if (ids) ids.push(now)
    else left.set(id, [now])
  }
  return (id) => left.get(id)?.pop() ?? id
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
  given: Readonly<Record<string, unknown>>,
  path: string,
): AssistantMessage {
  // Other SDKs write null for the content of a message that has calls alone.
  const isCalls = given['content'] === null && given['calls'] !== undefined
  const own: typeof given = isCalls ? dropUndefined({ ...given, content: undefined }) : given
  const { content, reasoning, calls, parts } = own
  if (content !== undefined && typeof content !== 'string')
    throw refuse(path, '.content is no text')
  if (reasoning !== undefined && typeof reasoning !== 'string') {
    throw refuse(path, '.reasoning is no text')
  }
  if (calls !== undefined && !(Array.isArray(calls) && calls.every(isCall))) {
    throw refuse(path, '.calls is no array of `{ id, name, arguments }` of at most 100 levels')
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
  isJsonObject(call['arguments']) &&
  !isDeeper(call['arguments'])

const refuse = (path: string, fault: string): AgentError =>
  new AgentError(
    `${path}${fault}, so none of these messages was taken. A message is \`{ role, content }\`.`,
  )

/**
 * Returns the error of an input that is not a message, or an empty one. Providers refuse empty
 * text, and every later request that has it. Returns undefined for a message.
 */
export function findInputFault(input: ChatInput): AgentError | undefined {
  const fault = findContentFault(input, 'The input')
  if (fault) return new AgentError(`${fault}, so it cannot be a message. ${howToGive}`)
  if (typeof input !== 'string') {
    for (const part of input) inDevelopment('data', `a part (${part.type}) of a message`, part)
  }
  if (saysSomething(input)) return undefined
  return new AgentError(`The message is empty, so there is nothing to answer. ${howToGive}`)
}

const howToGive = 'Give text, or an array of parts: text, image, audio or file.'

/** The exceptions from the rules of a message's content. */
interface Allowed {
  /** True if the data of files must be text, as in a stored message. */
  readonly isStored?: boolean | undefined
  /** True if there may be parts of types that only a later version knows. */
  readonly allowsNewer?: boolean | undefined
}

/** Returns the fault of a message's content, in words that begin with its `path`. */
export function findContentFault(
  content: unknown,
  path: string,
  allowed: Allowed = {},
): string | undefined {
  if (typeof content === 'string') return undefined
  if (!Array.isArray(content)) return `${path} is neither a string nor an array`
  const faults = Array.from(content, (part) => findPartFault(part, allowed))
  const at = faults.findIndex((fault) => fault !== undefined)
  return at < 0 ? undefined : `${path}[${at}]${faults[at]}`
}

function findPartFault(part: unknown, { isStored, allowsNewer }: Allowed): string | undefined {
  if (typeof part !== 'object' || part === null) return ' is no object'
  const { type, text, data, mimeType, mediaType } = part as Readonly<Record<string, unknown>>
  if (type === 'text') return typeof text === 'string' ? undefined : '.text is no string'
  if (!media.has(type)) {
    const isNewer = allowsNewer && typeof type === 'string'
    return isNewer ? undefined : '.type is none of text, image, audio and file'
  }
  if (mimeType !== undefined && mediaType === undefined) return '.mimeType is named mediaType'
  if (typeof data === 'string') return isUrl(data) ? undefined : '.data is no valid URL'
  const isData = !isStored && typeof data === 'object' && data !== null
  if (isData) return undefined
  return isStored ? '.data is no base64 text or URL' : '.data is no base64 text, URL, Blob or File'
}

/** Whether data that begins as a URL is one. */
export const isUrl = (data: string): boolean => !/^https?:/.test(data) || URL.canParse(data)

const media: ReadonlySet<unknown> = new Set(['image', 'audio', 'file'])

const saysSomething = (input: ChatInput): boolean =>
  typeof input === 'string'
    ? input.trim() !== ''
    : input.some((part) => part.type !== 'text' || part.text.trim() !== '')

/**
 * Checks that each answer follows the message that asks for it, and that no other message comes
 * before all answers. Throws `AgentError`, which names the message, because providers refuse such a
 * history. `get` returns the messages that are in the history already.
 */
export function checkPairs(
  messages: readonly Message[],
  get: (id: string) => Message | undefined,
): void {
  const given = new Map(messages.map((message) => [message.id, message]))
  const parentOf = ({ parentId }: Message): Message | undefined =>
    parentId === null ? undefined : (given.get(parentId) ?? get(parentId))
  /** The calls of the message before all answers, and how many are open after each message. */
  const known = new Map<Message | undefined, { ids: ReadonlySet<string>; open: number }>()
  const callsAfter = (message: Message | undefined) => {
    const answers: Message[] = []
    let from = message
    for (; from?.role === 'tool' && !known.has(from); from = parentOf(from)) {
      answers.push(from)
      known.set(from, { ids: new Set(), open: 0 })
    }
    const calls = (from?.role === 'assistant' && from.calls) || []
    const ids = known.get(from)?.ids ?? new Set(calls.map(({ id }) => id))
    let { open } = known.get(from) ?? { open: ids.size }
    known.set(from, { ids, open })
    for (const answer of answers.reverse()) {
      if (ids.has(answer.id)) open -= 1
      known.set(answer, { ids, open })
    }
    return { ids, open }
  }
  for (const [at, message] of messages.entries()) {
    const { ids, open } = callsAfter(parentOf(message))
    if (message.role === 'tool' ? ids.has(message.id) : open === 0) continue
    throw misuse('messagePlace', [at, message.role])
  }
}

type Written = Pick<AssistantMessage, 'content' | 'reasoning' | 'calls' | 'parts'>

/**
 * Returns the parts of a message as its other fields say. Parts of calls that are not in `calls`
 * are left out, and missing ones are added. Text that differs from `content`, or from `reasoning`,
 * becomes one plain part. An undefined text stays as it is in the parts. A call through `use_tool`
 * stays as the model made it. Returns the same array if nothing differs.
 */
export function matchParts(message: Written): readonly MessagePart[] {
  const { calls = [], parts } = message
  const stale = staleTexts(message)
  const missing = new Map(calls.map((call) => [call.id, call]))
  const asked = parts.filter(isAsked)
  const isSame =
    asked.length === missing.size &&
    asked.every((part) => {
      const call = missing.get(part.id)
      return call && (call.name === part.name || isMeant(part))
    })
  if (isSame && stale.size === 0) return parts
  const matched: MessagePart[] = []
  const [reasoning] = toText('reasoning', stale)
  if (reasoning) matched.push(reasoning)
  for (const part of parts) {
    if (!isAsked(part)) {
      if (!stale.has(part.type)) matched.push(unlinked(part))
      continue
    }
    const call = missing.get(part.id)
    if (call) matched.push(isMeant(part) ? unlinked(part) : { ...unlinked(part), ...toPart(call) })
    missing.delete(part.id)
  }
  const firstCall = matched.findIndex(isAsked)
  matched.splice(firstCall < 0 ? matched.length : firstCall, 0, ...toText('text', stale))
  for (const call of missing.values()) matched.push(toPart(call))
  return matched
}

const toPart = ({ id, name }: AssistantToolCall): CallPart => ({ type: 'tool-call', id, name })

/**
 * Removes the reference to an item that the provider stores. The provider would read its own item
 * in place of the part, which may have changed.
 */
export function unlinked(part: MessagePart): MessagePart {
  const { providerMetadata, ...rest } = part
  if (!providerMetadata) return part
  const kept: ProviderMetadata = {}
  for (const [provider, { itemId: _itemId, ...fields }] of Object.entries(providerMetadata)) {
    kept[provider] = fields
  }
  return { ...rest, providerMetadata: kept }
}

/** Returns the joined text of the parts of one type. */
export const joinText = (
  parts: readonly MessagePart[],
  type: MessagePart['type'] & ('text' | 'reasoning'),
): string => parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')

/** Returns the texts that the parts do not have as the message says, by the type of their parts. */
function staleTexts({ content, reasoning, parts }: Written): ReadonlyMap<string, string> {
  const stale = new Map<string, string>()
  if (content !== undefined && content !== joinText(parts, 'text')) stale.set('text', content)
  if (reasoning !== undefined && reasoning !== joinText(parts, 'reasoning')) {
    stale.set('reasoning', reasoning)
  }
  return stale
}

function toText(type: 'text' | 'reasoning', stale: ReadonlyMap<string, string>): MessagePart[] {
  const text = stale.get(type)
  return text ? [{ type, text }] : []
}

/** A part with a call. */
export type CallPart = Extract<MessagePart, { type: 'tool-call' }>

/** The name of the tool through which a model calls tools that a request does not list. */
export const useToolName = 'use_tool'

/** Whether a model made the call of a part through `use_tool`. */
export const isMeant = ({ name, input, providerExecuted }: CallPart): boolean =>
  name === useToolName && input !== undefined && !providerExecuted

/** Whether a part is a call of the model that the page answers. */
const isAsked = (part: MessagePart): part is CallPart =>
  part.type === 'tool-call' && !part.providerExecuted

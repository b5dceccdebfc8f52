import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { readMediaType } from '@ambit/protocol'
import { toJsonText } from '../json/json-text.ts'
import { cloneJson, type JsonValue } from '../json/json.ts'
import { toUseInput } from '../messages/meant-call.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type ContentPart,
  deepFreeze,
  type MediaPart,
  type Message,
  type MessagePart,
  type ToolMessage,
  type UserMessage,
} from '../messages/message.ts'
import { type CallPart, isMeant, matchParts, unlinked } from '../messages/read.ts'
import { type Modalities, toSent } from './left-out.ts'
import { toAppEnvelope, toUntrustedEnvelope } from './envelope.ts'
import { safeType, toForeignParts, toModelResult } from './model-result.ts'
import { providerLimits } from './provider-limits.ts'

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
 * Converts what may be sent of a history to a model's prompt. The caller must copy the array.
 * Messages are frozen, so each is converted once. Parts of types that only a later version knows
 * are left out; `onNewer` hears of each such type. Without `mayHaveFiles` it looks for no files.
 */
export function toPrompt(
  history: readonly Message[],
  onNewer?: OnNewer,
  modalities?: Modalities,
  mayHaveFiles: boolean = true,
): readonly LanguageModelV4Message[] {
  const messages = mayHaveFiles ? toSent(history, modalities) : history
  const [first] = messages
  if (!first) return []
  const known = latest.get(first) ?? { messages: [], prompt: [], newer: new Set() }
  const from = convertedOf(messages)
  const prompt = from > 0 ? known.prompt : []
  const newer = from > 0 ? known.newer : new Set<string>()
  const leave = (type: string): void => void newer.add(type)
  // A throw in the middle must not leave a half converted prompt behind.
  known.messages = []
  let results: ToolContent[] = []
  let meant = findMeant(findAsked(messages, from))
  for (let at = from; at < messages.length; at++) {
    const message = messages[at] as Message
    if (message.role === 'assistant') meant = findMeant(message)
    if (message.role === 'tool') results.push(toToolResult(message, meant, leave))
    else {
      if (results.length > 0) addResults(prompt, results)
      results = []
      add(prompt, message, leave)
    }
  }
  if (results.length > 0) addResults(prompt, results)
  known.messages = messages
  known.prompt = prompt
  known.newer = newer
  if (onNewer) for (const type of newer) onNewer(type)
  latest.set(first, known)
  return prompt[0]?.role === 'assistant' ? [beginning, ...prompt] : prompt
}

/** Returns the number of messages, from the first on, that the next prompt need not convert. */
export function convertedOf(messages: readonly Message[]): number {
  const known = messages[0] && latest.get(messages[0])
  return known && startsWith(messages, known.messages) ? known.messages.length : 0
}

function add(prompt: Prompt, message: UserMessage | AssistantMessage, onNewer: OnNewer): void {
  const made =
    message.role === 'user' ? toUserMessage(message, onNewer) : toAssistantMessage(message, onNewer)
  const entry = deepFreeze(toWellFormed<LanguageModelV4Message>(made))
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

/** Returns the calls through `use_tool` of a message. */
const findMeant = (message: AssistantMessage | undefined): readonly CallPart[] =>
  message?.parts.filter((part) => part.type === 'tool-call').filter(isMeant) ?? []

/** Adds answers. Those to the calls of one message stay together, as some providers demand. */
function addResults(prompt: Prompt, results: ToolContent[]): void {
  const last = prompt.at(-1)
  if (last?.role === 'tool') prompt.pop()
  const content = last?.role === 'tool' ? [...last.content, ...results] : results
  prompt.push(deepFreeze(toWellFormed({ role: 'tool', content })))
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
 * Whether a message has more than a provider's own notes. Some providers leave the notes out, and
 * then refuse a message without content.
 */
const saysAnything = ({ content }: LanguageModelV4Message): boolean =>
  typeof content === 'string' || content.some(({ type }) => type !== 'custom')

type PromptOf<Role> = Extract<LanguageModelV4Message, { role: Role }>
type AssistantContent = PromptOf<'assistant'>['content'][number]
type ToolContent = PromptOf<'tool'>['content'][number]
type UserContent = PromptOf<'user'>['content'][number]
type FilePart = Extract<UserContent, { type: 'file' }>

function toUserMessage(message: UserMessage, onNewer: OnNewer): PromptOf<'user'> {
  const { content, source, taint } = message
  // Nearly all messages are words of the user.
  if (typeof content === 'string' && source === undefined && taint === undefined) {
    return { role: 'user', content: content.trim() === '' ? [] : [{ type: 'text', text: content }] }
  }
  const from = message.imported ? imported : source === 'app' ? 'application' : 'attachment'
  const isForeign = foreignParts(message)
  // A text of the application is not the user's.
  const say = (text: string): string => (source === 'app' ? toAppEnvelope(text) : text)
  const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  return {
    role: 'user',
    // Some providers refuse empty text, which older sessions may have.
    content: knownParts(parts, contentTypes, onNewer)
      .filter((part) => part.type !== 'text' || part.text.trim() !== '')
      .flatMap((part): UserContent[] => {
        if (isForeign(part)) return toForeignPart(from, part)
        return [part.type === 'text' ? { type: 'text', text: say(part.text) } : toFile(part)]
      }),
  }
}

const imported = 'imported conversation'

/** Returns the test for the third-party parts of a message: the marked ones, or else all. */
function foreignParts({ content, taint }: UserMessage): (part: ContentPart) => boolean {
  if (taint !== 'untrusted') return () => false
  const isMarked = typeof content !== 'string' && content.some(({ untrusted }) => untrusted)
  return ({ untrusted }) => !isMarked || untrusted === true
}

/** Converts a part that somebody else wrote. */
const toForeignPart = (from: string, part: ContentPart): UserContent[] =>
  toForeignParts(from, part).map((each) => (each.type === 'text' ? each : toSafeFile(each)))

/** Converts a file of somebody else. The media type in its address may be a sentence. */
function toSafeFile(part: MediaPart): FilePart {
  const file = toFile(part)
  return safeType.test(file.mediaType) ? file : { ...file, mediaType: 'application/octet-stream' }
}

function toFile({ type, data, mediaType, filename }: MediaPart): FilePart {
  const name = filename === undefined ? {} : { filename }
  const inline = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(data)
  if (inline) {
    const [, ofUrl, base64 = ''] = inline
    return {
      type: 'file',
      ...name,
      mediaType: readMediaType(base64) ?? mediaType ?? (ofUrl || type),
      data: { type: 'data', data: base64 },
    }
  }
  const url = /^https?:/.test(data) ? new URL(data) : undefined
  return {
    type: 'file',
    ...name,
    mediaType:
      (url ? undefined : readMediaType(data)) ??
      mediaType ??
      (type === 'file' ? 'application/octet-stream' : type),
    data: url ? { type: 'url', url } : { type: 'data', data },
  }
}

function toAssistantMessage(message: AssistantMessage, onNewer: OnNewer): PromptOf<'assistant'> {
  const { calls, finishReason } = message
  const all = knownParts(matchParts(message), partTypes, onNewer)
  const parts = message.imported ? all.flatMap(toImported) : all
  const byId = new Map(
    calls?.map((call) => [call.id, message.imported ? withEnvelope(call) : call]),
  )
  const content: AssistantContent[] = []
  let end = 0
  for (const part of finishReason === undefined ? toWhole(parts) : parts) {
    if (isBlank(part)) continue
    content.push(...toAssistantContent(part, byId))
    // Providers refuse reasoning that nothing follows, as in a message that was cut or reached its
    // maximum length.
    if (part.type !== 'reasoning' && part.type !== 'source') end = content.length
  }
  return { role: 'assistant', content: content.slice(0, end) }
}

/**
 * Returns a part of an imported message, which anybody may have written. Only its text and its
 * answered calls are kept, without the data of a provider.
 */
function toImported(part: MessagePart): readonly MessagePart[] {
  if (part.type === 'text') {
    return [{ type: 'text', text: toUntrustedEnvelope(imported, toJsonText(part.text)) }]
  }
  if (part.type !== 'tool-call' || part.providerExecuted) return []
  const { type, id, name, input } = part
  return [{ type, id, name, input }]
}

/** Returns a call that anybody may have written. Its arguments are one text in an envelope. */
const withEnvelope = (call: AssistantToolCall): AssistantToolCall => ({
  ...call,
  name: toSendableName(call.name),
  arguments: { content: toUntrustedEnvelope(imported, toJsonText(call.raw ?? call.arguments)) },
})

/**
 * Returns the parts of a message that was cut, as its provider accepts them. Calls of the provider
 * without a result are left out. References to messages that the provider stores are left out too,
 * as it stored none.
 */
function toWhole(parts: readonly MessagePart[]): readonly MessagePart[] {
  const results = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part.id] : [])))
  return parts
    .filter((part) => part.type !== 'tool-call' || !part.providerExecuted || results.has(part.id))
    .map(unlinked)
}

/** Whether a part is blank text, which some providers refuse. */
const isBlank = (part: MessagePart): boolean =>
  part.type === 'text' && !part.providerMetadata && part.text.trim() === ''

function toAssistantContent(
  part: MessagePart,
  calls: ReadonlyMap<string, AssistantToolCall>,
): AssistantContent[] {
  const options = part.providerMetadata && {
    providerOptions: cloneJson(part.providerMetadata) as NonNullable<
      AssistantContent['providerOptions']
    >,
  }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...options }]
    case 'tool-call': {
      const { id: toolCallId, name: toolName, providerExecuted } = part
      const call = calls.get(toolCallId)
      const given = call && (isMeant(part) ? toUseInput(part, call) : call.arguments)
      const input = cloneJson(given ?? part.input)
      const executed = providerExecuted ? { providerExecuted } : {}
      // A model may call by any name. That of a call of the provider is the provider's.
      const name = providerExecuted ? toolName : toSendableName(toolName)
      return [{ type: 'tool-call', toolCallId, toolName: name, input, ...executed, ...options }]
    }
    case 'tool-result': {
      const { id: toolCallId, name: toolName, result, isError } = part
      const output = { type: isError ? 'error-json' : 'json', value: result } as const
      return [{ type: 'tool-result', toolCallId, toolName, output: mutable(output), ...options }]
    }
    case 'file':
    case 'reasoning-file': {
      const { data, mediaType } = part
      const file = data.type === 'url' ? { type: 'url' as const, url: new URL(data.url) } : data
      return [{ type: part.type, mediaType, data: file, ...options }]
    }
    case 'custom':
      return [{ type: 'custom', kind: part.kind, ...options }]
    case 'source':
      return []
  }
}

/** Converts the answer to one call. `meant` are the calls through `use_tool` of its message. */
function toToolResult(
  message: ToolMessage,
  meant: readonly CallPart[],
  onNewer: OnNewer,
): ToolContent {
  const { id: toolCallId, name } = message
  const { told, isError, isUntrusted } = toModelResult(message)
  const read = isUntrusted ? toSafeFile : toFile
  // Some providers find the call by its tool, which is not `name` for a call through `use_tool`.
  const used = meant.find(({ id }) => id === toolCallId)
  return {
    type: 'tool-result',
    toolCallId,
    toolName: toSendableName(used?.name ?? name),
    output:
      typeof told === 'string'
        ? { type: isError ? 'error-text' : 'text', value: told }
        : {
            type: 'content',
            value: knownParts(told, contentTypes, onNewer).map((each) =>
              each.type === 'text' ? { ...each } : read(each),
            ),
          },
  }
}

/** Returns the output as mutable JSON for the provider's types. */
const mutable = <T extends { value: JsonValue }>(output: T): T & { value: never } =>
  output as T & { value: never }

/** Hears of the type of a part that only a later version knows. The part is left out. */
export type OnNewer = (type: string) => void

/** Returns the parts of known types. */
const knownParts = <Part extends { readonly type: string }>(
  parts: readonly Part[],
  types: ReadonlySet<string>,
  onNewer: OnNewer,
): readonly Part[] =>
  parts.filter(({ type }) => {
    if (!types.has(type)) onNewer(type)
    return types.has(type)
  })

/** The types of the parts of a user's message, and of a tool's output. */
const contentTypes: ReadonlySet<string> = new Set<ContentPart['type']>([
  'text',
  'image',
  'audio',
  'file',
])

/** The types of the parts of a model's message. */
const partTypes: ReadonlySet<string> = new Set<MessagePart['type']>([
  'text',
  'reasoning',
  'tool-call',
  'tool-result',
  'file',
  'reasoning-file',
  'custom',
  'source',
])

/** Returns the nearest name of a tool that every provider takes. */
export function toSendableName(name: string): string {
  if (providerLimits.toolName.test(name)) return name
  const plain = name.replaceAll(/[^\w-]/g, '_')
  return (/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`).slice(0, 64)
}

/**
 * Returns JSON data whose texts have no half of a surrogate pair, as `text.slice` leaves it in the
 * middle of an emoji: Anthropic refuses it. The same object if there is none.
 */
export function toWellFormed<T>(value: T): T {
  if (isWellFormed(value)) return value
  if (typeof value === 'string') return value.toWellFormed() as T
  if (Array.isArray(value)) return value.map((each: unknown) => toWellFormed(each)) as T
  const members = Object.entries(value as object) as [string, unknown][]
  const made = members.map(([key, each]) => [toWellFormed(key), toWellFormed(each)] as const)
  return Object.fromEntries(made) as T
}

/** Looks before anything is copied: nearly all data is well formed. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return true
  for (const key in value) {
    if (!key.isWellFormed() || !isWellFormed(value[key as never])) return false
  }
  return true
}

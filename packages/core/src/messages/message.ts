import type { Clock, CreateId } from '../environment.ts'
import type { JsonValue } from '../json/json.ts'
import type { Usage } from '../model/usage.ts'

/**
 * The data that a provider attached to a part and expects back: signatures, item ids. Ambit never
 * reads it.
 */
export type ProviderMetadata = Record<string, Record<string, JsonValue | undefined>>

interface PartBase {
  readonly providerMetadata?: ProviderMetadata | undefined
}

/** The bytes of a file: base64 text, or a URL. */
export type FileData =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }

/**
 * One part of a model's message, in the order in which the parts arrived. Kinds follow
 * `LanguageModelV4Content` of `@ai-sdk/provider`. All data is JSON-safe, so that a message can be
 * stored.
 */
export type MessagePart =
  | (PartBase & { readonly type: 'text'; readonly text: string })
  | (PartBase & { readonly type: 'reasoning'; readonly text: string })
  | (PartBase & {
      readonly type: 'tool-call'
      readonly id: string
      /** The tool that the model called: `use_tool` for a call that it made through that tool. */
      readonly name: string
      /** True if the provider runs the call itself. Such calls are not in `calls`. */
      readonly providerExecuted?: boolean | undefined
      /**
       * The arguments of a provider-executed call, or of `use_tool`. Others are in `calls`.
       */
      readonly input?: unknown
    })
  | (PartBase & {
      readonly type: 'tool-result'
      readonly id: string
      readonly name: string
      readonly result: JsonValue
      readonly isError?: boolean | undefined
    })
  | (PartBase & {
      readonly type: 'file' | 'reasoning-file'
      readonly mediaType: string
      readonly data: FileData
    })
  | (PartBase & { readonly type: 'custom'; readonly kind: `${string}.${string}` })
  | (PartBase & { readonly type: 'source'; readonly source: Readonly<Record<string, JsonValue>> })

/** The reason for which the model stopped. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other'

/**
 * The origin of unsafe text in a message. `untrusted`: the message holds third-party text.
 * `derived`: the message was made while such text was in the request, and may repeat it.
 */
export type Taint = 'untrusted' | 'derived'

interface MessageBase {
  readonly id: string
  /** The id of the message that this one follows; null for the first. */
  readonly parentId: string | null
  /** The time of creation, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly taint?: Taint | undefined
  /**
   * The third-party text that tainted the message, in words for people, such as `what "read_mail"
   * returned`.
   */
  readonly taintedBy?: string | undefined
  /** True if a `local` scope was on the page: the message must not leave the device. */
  readonly local?: true | undefined
  /** True if the message came with `sessions.import`, so that anybody may have written it. */
  readonly imported?: true | undefined
}

/** A message of the user or, with `source: 'app'`, of the application. */
export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly content: UserContent
  readonly source?: 'app' | undefined
  /** True if Ambit wrote `content` for the model. Pages do not show it to people. */
  readonly forModel?: true | undefined
  /** The calls of an undo, by their ids, for a page to tell people. */
  readonly undo?: UndoNotice | undefined
  /**
   * The files of earlier messages that a model, or the way to it, refused. Each later request has a
   * short note in the place of such a file. The last such list of a conversation counts.
   */
  readonly refused?: readonly RefusedPart[] | undefined
}

/** A file that is not sent any more. */
export interface RefusedPart {
  /** The id of the message with the file. */
  readonly messageId: string
  /** The index of the file among the parts of the message, from 0. */
  readonly at: number
  /**
   * `too_large`: the request with it was too large. `kind`: the model takes no such files, by
   * `request.modalities`. `rejected`: the proxy, the provider or its package refused the request.
   */
  readonly reason: 'too_large' | 'kind' | 'rejected'
}

/** The outcome of an undo: the ids of the calls. */
export interface UndoNotice {
  readonly undone: readonly string[]
  /** The calls whose undo threw. */
  readonly failed: readonly string[]
  /** The calls that have no undo, or still run. */
  readonly left: readonly string[]
}

/** One call that a model asked for. */
export interface AssistantToolCall {
  readonly id: string
  readonly name: string
  /** The arguments as the model gave them. */
  readonly arguments: Record<string, unknown>
  /**
   * The text of the arguments, present if the text is not a JSON object, or is nested deeper than
   * 100 levels. Such a call is not run, except if the text is empty and the tool has no parameters.
   */
  readonly raw?: string | undefined
  /**
   * The ids of what the tool and its scope were about when the model was asked, as text. Absent if
   * they have no `subject`.
   */
  readonly subject?: string | undefined
}

/** The model's text and the calls that it asked for. */
export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  readonly content?: string | undefined
  readonly reasoning?: string | undefined
  readonly calls?: readonly AssistantToolCall[] | undefined
  /**
   * The reason for which the model stopped. Absent on a partial message, whose stream was cut,
   * cancelled, or still runs.
   */
  readonly finishReason?: FinishReason | undefined
  readonly usage: Usage
  /** All parts in order and without loss, with the provider's metadata. */
  readonly parts: readonly MessagePart[]
  /** The value `ui` if the page, not a model, asked for the calls. */
  readonly source?: 'ui' | undefined
}

/**
 * The outcome of a call. `stale`: what the call is for is not what the model was shown, or the page
 * was not ready, so it was not run.
 */
export type ToolStatus =
  | 'ok'
  | 'error'
  | 'invalid'
  | 'unknown'
  | 'disabled'
  | 'stale'
  | 'denied'
  | 'cancelled'
  | 'timeout'
  | 'interrupted'

/** The answer to one call. */
export interface ToolMessage extends MessageBase {
  readonly role: 'tool'
  /** The tool's name. The id of the call is the message's `id`. */
  readonly name: string
  /**
   * The name, for people, of the row or card that the call was for, as it was when the call began.
   * Comes from the page, not from the model.
   */
  readonly label?: string | undefined
  /** The answer as JSON text: the result, or `{ "error": { "name", "message", … } }`. */
  readonly content: string
  readonly status: ToolStatus
  /** The arguments that were run, present if a user changed the arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  /** The time that the handler took, in milliseconds. Present on answers with the status `ok`. */
  readonly durationMs?: number | undefined
  /** The result of the tool's `result.toModel`, which the model got instead of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined
}

/** A message in a history. `role` states its kind. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** A message before it is added to a history. */
export type Draft<M extends Message> = Omit<M, 'parentId'>

/** Whether a message may have files, or says of files that they are not to be sent. */
export function mayHaveFiles(message: Message): boolean {
  if (message.role === 'assistant') return message.parts.some((part) => 'data' in part)
  const { content, output, refused } = message as Partial<UserMessage & ToolMessage>
  return typeof (output ?? content) === 'object' || refused !== undefined
}

/**
 * Makes a message immutable, including the arguments of its calls. The data that a provider
 * attached to its parts is not frozen.
 */
export function freezeMessage<M extends Message>(message: M): M {
  const { calls, parts, content, output, undo, refused } = message as Partial<
    Record<Holding, unknown>
  >
  deepFreeze(calls)
  deepFreeze(undo)
  deepFreeze(refused)
  for (const list of [parts, content, output]) {
    if (Array.isArray(list)) list.forEach(Object.freeze)
    Object.freeze(list)
  }
  return Object.freeze(message)
}

/** The fields in which messages hold lists. */
type Holding = 'calls' | 'parts' | 'content' | 'output' | 'undo' | 'refused'

/** Freezes JSON data. Skips bytes, which cannot be frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const key in value) deepFreeze(value[key])
  return value
}

/** The trust in one part of a message. */
interface PartTrust {
  /**
   * True if the part is third-party text in a message of the user, such as a file that somebody
   * sent them. The message is then tainted, and the model gets the part in an envelope.
   */
  readonly untrusted?: true | undefined
}

/** An image, a sound or a file: base64 text with its `mediaType`, or a URL. */
export interface MediaPart extends PartTrust {
  readonly type: 'image' | 'audio' | 'file'
  /** The bytes as base64 text, or an `http(s):` or `data:` URL. */
  readonly data: string
  /**
   * The media type, such as `image/png`. Default: the type of the Blob or File, or of the data URL.
   */
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
}

/** One part of a user message, as it is stored and sent. */
export type ContentPart = (PartTrust & { readonly type: 'text'; readonly text: string }) | MediaPart

/**
 * One part that a caller may send: a stored part, or media given as a `URL`, a `Blob` or a `File`.
 */
export type ContentInput =
  | ContentPart
  | (Omit<MediaPart, 'data'> & { readonly data: string | URL | Blob })

/** The input of `chat` and `execute`: text, or parts. */
export type ChatInput = string | readonly ContentInput[]

/** The content of a user message: text, or parts. */
export type UserContent = string | readonly ContentPart[]

/** Returns the text of a user message. Other parts are left out. */
export const textOf = (content: UserContent): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/** Whether the input holds a Blob, which must be read before the message can be stored. */
const holdsBlob = (input: ChatInput): boolean =>
  typeof input !== 'string' && input.some((part) => 'data' in part && part.data instanceof Blob)

/** The sources of ids and of the time. */
interface Sources {
  readonly createId: CreateId
  readonly clock: Clock
}

/**
 * Makes a message of the user. `isUntrusted` is the option of the call, if it was given. `id` is
 * a new one by default. A message that is third-party text as a whole has no marked parts: they
 * would free the others.
 */
export const toUserMessage = (
  content: UserContent,
  isUntrusted: boolean | undefined,
  { createId, clock }: Sources,
  id: string = createId(),
): Draft<UserMessage> => {
  // A message whose parts are all third-party text is such text as a whole.
  const isWhole =
    isUntrusted ||
    (typeof content === 'object' && content.length > 0 && content.every((part) => part.untrusted))
  return {
    id,
    role: 'user',
    createdAt: clock.now(),
    content: isWhole ? toWhole(unmarked(content)) : content,
    ...((isWhole || holdsUntrusted(content)) && { taint: 'untrusted' }),
  }
}

/**
 * Makes a message of an input as it was given, which must stay on the device if `isLocal`. Returns
 * undefined without input, or with blobs still to be read.
 */
export const toKnownMessage = (
  input: ChatInput | undefined,
  sources: Sources,
  id?: string,
  isLocal?: boolean,
): Draft<UserMessage> | undefined =>
  input === undefined || holdsBlob(input)
    ? undefined
    : {
        ...toUserMessage(input as UserContent, undefined, sources, id),
        ...(isLocal && { local: true }),
      }

/** Returns the text of a message that is one text. */
const toWhole = (content: UserContent): UserContent => {
  const [only, ...others] = content
  return typeof only === 'object' && only.type === 'text' && others.length === 0
    ? only.text
    : content
}

/** Returns a content without its marks of third-party text. */
export const unmarked = (content: UserContent): UserContent =>
  typeof content === 'object' ? content.map(({ untrusted: _untrusted, ...part }) => part) : content

/** Whether parts of a message are marked as third-party text. */
export const holdsUntrusted = (input: ChatInput): boolean =>
  typeof input !== 'string' && input.some(({ untrusted }) => untrusted)

/** Returns the calls of the last assistant message that have no answer. */
export function openCalls(messages: readonly Message[]): readonly AssistantToolCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const { calls = [] } = (messages[at] ?? {}) as Partial<AssistantMessage>
  if (calls.length === 0) return calls
  const answered = new Set(messages.slice(at + 1).map(({ id }) => id))
  return calls.filter(({ id }) => !answered.has(id))
}

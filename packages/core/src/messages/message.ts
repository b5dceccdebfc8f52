import type { JsonValue } from '../json/json.ts'
import type { ContentPart, UserContent } from './content.ts'
import type { Usage } from '../budget/usage.ts'

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
  /** True if the message came with `sessions.import`, so that anybody may have written it. */
  readonly imported?: true | undefined
}

/** A message of the person or, with `source: 'app'`, of the application. */
export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly content: UserContent
  readonly source?: 'app' | undefined
  /** True if Ambit wrote `content` for the model. Pages do not show it to people. */
  readonly forModel?: true | undefined
  /** The calls of an undo, by their ids, for a page to tell people. */
  readonly undo?: UndoNotice | undefined
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

/** The outcome of a call. */
export type ToolStatus =
  | 'ok'
  | 'error'
  | 'invalid'
  | 'unknown'
  | 'disabled'
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
  /** The arguments that were run, present if a person changed the arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  /** The time that the handler took, in milliseconds. Present on answers with the status `ok`. */
  readonly durationMs?: number | undefined
  /** The result of the tool's `toModelOutput`, which the model got instead of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined
}

/** A message in a history. `role` states its kind. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** A message before it is added to a history. */
export type Draft<M extends Message> = Omit<M, 'parentId'>

/**
 * Makes a message immutable, including the arguments of its calls. The data that a provider
 * attached to its parts is not frozen.
 */
export function freezeMessage<M extends Message>(message: M): M {
  const { calls, parts, content, output, undo } = message as Partial<Record<Holding, unknown>>
  deepFreeze(calls)
  deepFreeze(undo)
  for (const list of [parts, content, output]) {
    if (Array.isArray(list)) list.forEach(Object.freeze)
    Object.freeze(list)
  }
  return Object.freeze(message)
}

/** The fields in which messages hold lists. */
type Holding = 'calls' | 'parts' | 'content' | 'output' | 'undo'

/** Freezes JSON data. Skips bytes, which cannot be frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const key in value) deepFreeze(value[key])
  return value
}

import type { JsonValue } from '../json/json.ts'
import type { ContentPart, UserContent } from './content.ts'
import type { Usage } from '../budget/usage.ts'

/** What a provider attached to a part and wants back with it: signatures, item ids. Never read by Ambit. */
export type ProviderMetadata = Record<string, Record<string, JsonValue | undefined>>

interface PartBase {
  readonly providerMetadata?: ProviderMetadata | undefined
}

/** The bytes of a file: base64 or a URL. */
export type FileData =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }

/**
 * One piece of a model's message, in the order in which it came. Kinds follow `LanguageModelV4Content` of
 * `@ai-sdk/provider`; data is JSON-safe, so that a message can be stored.
 */
export type MessagePart =
  | (PartBase & { readonly type: 'text'; readonly text: string })
  | (PartBase & { readonly type: 'reasoning'; readonly text: string })
  | (PartBase & {
      readonly type: 'tool-call'
      readonly id: string
      readonly name: string
      /** The provider runs the call itself. Such calls are not in `calls`. */
      readonly providerExecuted?: boolean | undefined
      /** The arguments of a provider-executed call; those of others are in `calls`. */
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

/** Why the model stopped. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other'

/** `untrusted`: the message holds third-party text. `derived`: it was made when such text was in the request, and may repeat it. */
export type Taint = 'untrusted' | 'derived'

interface MessageBase {
  readonly id: string
  /** The message this one follows; null for the first. */
  readonly parentId: string | null
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly taint?: Taint | undefined
}

/** What a person, or with `source: 'app'` the application, said. */
export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly content: UserContent
  readonly source?: 'app' | undefined
}

/** One call a model asked for. */
export interface AssistantToolCall {
  readonly id: string
  readonly name: string
  /** As the model gave them. */
  readonly arguments: Record<string, unknown>
  /** The text of the arguments where it is no JSON object. Such a call is not run; only no text at all passes, for a tool without parameters. */
  readonly raw?: string | undefined
}

/** What the model said and asked for. */
export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  readonly content?: string | undefined
  readonly reasoning?: string | undefined
  readonly calls?: readonly AssistantToolCall[] | undefined
  /** Absent on a partial message: one whose stream was cut, cancelled, or still runs. */
  readonly finishReason?: FinishReason | undefined
  readonly usage: Usage
  /** The ordered, lossless record, with the provider's metadata. */
  readonly parts: readonly MessagePart[]
  /** `ui` when the page, not a model, asked for the calls. */
  readonly source?: 'ui' | undefined
}

/** How a call ended. */
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
  /** The tool's name. The message's `id` is the call's. */
  readonly name: string
  /** JSON text: the result, or `{ "error": { "name", "message", … } }`. */
  readonly content: string
  readonly status: ToolStatus
  /** What was run where a person changed the arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  /** On `ok` answers: how long the handler took. */
  readonly durationMs?: number | undefined
  /** What the tool's `toModelOutput` gave the model in place of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined
}

/** Anything that stands in a history; `role` tells which. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** A message that has no place in a history yet. */
export type Draft<M extends Message> = Omit<M, 'parentId'>

/** The JSON value a ToolMessage holds, or its text where that was cut. */
export function parseToolContent(message: ToolMessage): JsonValue {
  try {
    return JSON.parse(message.content) as JsonValue
  } catch {
    return message.content
  }
}

/** Makes a message immutable, down to the arguments of its calls. What a provider attached to its parts is left alone. */
export function freezeMessage<M extends Message>(message: M): M {
  const { calls, parts, content, output } = message as Partial<Record<Holding, unknown>>
  deepFreeze(calls)
  for (const list of [parts, content, output]) {
    if (Array.isArray(list)) list.forEach(Object.freeze)
    Object.freeze(list)
  }
  return Object.freeze(message)
}

/** What a message of one role or another holds lists in. */
type Holding = 'calls' | 'parts' | 'content' | 'output'

/** Freezes JSON data; what stands in it that is none, such as bytes, cannot be. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const key in value) deepFreeze(value[key])
  return value
}

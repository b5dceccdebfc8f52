import type { ContentPart, UserContent } from './content.ts'
import type { JsonValue } from './json.ts'
import type { MessagePart } from './message-part.ts'
import type { Usage } from './usage.ts'

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

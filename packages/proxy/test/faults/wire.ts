import type { LanguageModelV4 } from '@ai-sdk/provider'

/** One event of a provider's stream. */
export interface Frame {
  /** The part of a message that the event carries. A fault names its place by it. */
  readonly label: 'open' | 'text' | 'call' | 'input' | 'call-end' | 'finish' | 'end'
  /** The name of the event, if the wire names events. */
  readonly event?: string | undefined
  /** The payload: JSON text, or a sentinel. */
  readonly data: string
  /** The text that the event shows to a user. */
  readonly text?: string | undefined
  /** The arguments that the event shows to a user. */
  readonly input?: string | undefined
}

/** The payload of an event that is named after its type. */
export interface TypedEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** One item of a message: text or a call, in the pieces in which it comes. */
export type Item = { readonly text: readonly string[] } | ScriptedCall

export interface ScriptedCall {
  readonly name: string
  /** The text of the arguments. */
  readonly input: readonly string[]
  /** The id. Default: `call_1`, `call_2`, …. Null leaves it out, if the wire allows that. */
  readonly id?: string | null | undefined
}

/** The reason for the end of a message, in Ambit's words. */
export type End = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'unknown'

/** The errors that every wire can express. */
export type Refusal = 'overloaded' | 'invalid' | 'spent' | 'limited'

/** The properties of the AI SDK's client of a wire that change the result of a fault. */
interface Quirks {
  /** True if the client ignores the reason of the end and looks for calls in the message. */
  readonly countsCalls?: boolean
  /**
   * True if the event that ends a message is the end for the client. Other clients wait for the end
   * of the connection, and report no end if the connection breaks.
   */
  readonly endsEarly?: boolean
  /**
   * True if the client waits for the first output before it returns the stream. It throws an error
   * that comes earlier.
   */
  readonly peeks?: boolean
  /** True if a call is one event, and the event's JSON holds its arguments. */
  readonly callsComeWhole?: boolean
  /** True if an event of an unknown type is an error for the client. */
  readonly refusesUnknownEvents?: boolean
  /**
   * True if the client accepts a message that is incomplete for an unknown reason, as soon as it
   * has calls.
   */
  readonly trustsUnknownReasons?: boolean
}

/** A provider's protocol, for its scripted server and its client. */
export interface Wire {
  readonly name:
    | 'openai chat'
    | 'openai responses'
    | 'anthropic messages'
    | 'google generateContent'
  /** Creates the AI SDK's own model, which sends to `baseURL`. */
  readonly createModel: (baseURL: string, fetch?: typeof globalThis.fetch) => LanguageModelV4
  /** Creates the events of a complete message. `usage: false` leaves the counts out. */
  readonly message: (items: readonly Item[], end: End, options?: { usage?: boolean }) => Frame[]
  /** Creates the event of a failed answer. */
  readonly error: (refusal: Refusal) => Frame
  /** Creates the body of a refusal. */
  readonly errorBody: (refusal: Refusal) => string
  /** The status of an answer when the money is spent, and Ambit's code for it. */
  readonly spent: { readonly status: number; readonly code: string }
  readonly quirks: Quirks
  /** An event of a kind that the client cannot know. */
  readonly unknown: Frame
  /** Lists the faults in a request that a strict server would refuse. */
  readonly refuse: (body: unknown) => string[]
}

/** Creates an event whose name is its type. */
export const typedEvent = (
  label: Frame['label'],
  data: TypedEvent,
  shows: Partial<Frame> = {},
): Frame => ({ label, event: data.type, data: JSON.stringify(data), ...shows })

/** Returns the bytes of events. A blank line ends each event. */
export const toBytes = (frames: readonly Frame[], newline = '\n'): string =>
  frames
    .map(
      ({ event, data }) =>
        `${event ? `event: ${event}${newline}` : ''}data: ${data}${newline}${newline}`,
    )
    .join('')

/** Returns the text and the arguments that events show to a user. */
export const shownBy = (frames: readonly Frame[]): { text: string; input: string } => ({
  text: frames.map(({ text = '' }) => text).join(''),
  input: frames.map(({ input = '' }) => input).join(''),
})

export const isCall = (item: Item): item is ScriptedCall => 'name' in item

import type { LanguageModelV4 } from '@ai-sdk/provider'

/** One event of a provider's stream. */
export interface Frame {
  /** Which part of a message it carries; a fault names its place by it. */
  readonly label: 'open' | 'text' | 'call' | 'input' | 'call-end' | 'finish' | 'end'
  /** The name of the event, where the wire names them. */
  readonly event?: string | undefined
  /** The payload: JSON text, or a sentinel. */
  readonly data: string
  /** What a person sees by it. */
  readonly text?: string | undefined
  readonly input?: string | undefined
}

/** The payload of an event that is named after its type. */
export interface TypedEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** What a model says: text or a call, in the pieces in which it comes. */
export type Item = { readonly text: readonly string[] } | ScriptedCall

export interface ScriptedCall {
  readonly name: string
  /** The text of the arguments. */
  readonly input: readonly string[]
  /** Default `call_1`, `call_2`, …; null leaves it out, where the wire can. */
  readonly id?: string | null | undefined
}

/** Why a message ends, in the words of Ambit. */
export type End = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'unknown'

/** The errors each wire has words for. */
export type Refusal = 'overloaded' | 'invalid' | 'spent' | 'limited'

/** What the AI SDK's client of a wire makes of it, that a fault comes out by. None of it can be changed from outside. */
interface Quirks {
  /** It tells by the calls themselves whether there are any, not by the reason the message ends with. */
  readonly countsCalls?: boolean
  /** It takes the event that ends a message for its end; the others wait for the end of the connection, and give none when that breaks. */
  readonly endsEarly?: boolean
  /** It waits for the first output before it hands out the stream, and throws an error that comes before. */
  readonly peeks?: boolean
  /** A call is one event, and its arguments are part of that event's JSON. */
  readonly callsComeWhole?: boolean
  /** It makes an error of an event whose type it does not know. */
  readonly refusesUnknownEvents?: boolean
  /** It calls a message that is incomplete for a reason it does not know whole when there are calls in it. */
  readonly trustsUnknownReasons?: boolean
}

/** A provider's protocol, as its scripted server and its client speak it. */
export interface Wire {
  readonly name:
    | 'openai chat'
    | 'openai responses'
    | 'anthropic messages'
    | 'google generateContent'
  /** The AI SDK's own model, which sends to `baseURL`. */
  readonly createModel: (baseURL: string, fetch?: typeof globalThis.fetch) => LanguageModelV4
  /** The events of a whole message. `usage: false` leaves the counts out. */
  readonly message: (items: readonly Item[], end: End, options?: { usage?: boolean }) => Frame[]
  /** An event in the stream that says the answer failed. */
  readonly error: (refusal: Refusal) => Frame
  /** The body of a response that refuses. */
  readonly errorBody: (refusal: Refusal) => string
  /** How it says that the money is spent, and what code that comes to. */
  readonly spent: { readonly status: number; readonly code: string }
  readonly quirks: Quirks
  /** An event of a kind this client cannot know. */
  readonly unknown: Frame
  /** What a strict server would refuse in a request. */
  readonly refuse: (body: unknown) => string[]
}

/** An event whose name is its type. */
export const typedEvent = (
  label: Frame['label'],
  data: TypedEvent,
  shows: Partial<Frame> = {},
): Frame => ({ label, event: data.type, data: JSON.stringify(data), ...shows })

/** The bytes of events, each ended by a blank line. */
export const toBytes = (frames: readonly Frame[], newline = '\n'): string =>
  frames
    .map(
      ({ event, data }) =>
        `${event ? `event: ${event}${newline}` : ''}data: ${data}${newline}${newline}`,
    )
    .join('')

/** What a person sees of events. */
export const shownBy = (frames: readonly Frame[]): { text: string; input: string } => ({
  text: frames.map(({ text = '' }) => text).join(''),
  input: frames.map(({ input = '' }) => input).join(''),
})

export const isCall = (item: Item): item is ScriptedCall => 'name' in item

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

/** A provider's protocol, as its scripted server and its client speak it. */
export interface Wire {
  readonly name:
    | 'openai chat'
    | 'openai responses'
    | 'anthropic messages'
    | 'google generateContent'
  /** The AI SDK's own model, which sends to `baseURL`. */
  readonly createModel: (baseURL: string) => LanguageModelV4
  /** The events of a whole message. `usage: false` leaves the counts out. */
  readonly message: (items: readonly Item[], end: End, options?: { usage?: boolean }) => Frame[]
  /** An event in the stream that says the answer failed. */
  readonly error: (refusal: Refusal) => Frame
  /** The body of a response that refuses. */
  readonly errorBody: (refusal: Refusal) => string
  /** An event of a kind this client cannot know. */
  readonly unknown: Frame
  /** What a strict server would refuse in a request. */
  readonly refuse: (body: unknown) => string[]
}

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

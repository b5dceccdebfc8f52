import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'

/** One tool call that a scripted model asks for. */
export interface ScriptedCall {
  readonly name: string
  /** Written as JSON; a string goes out as it is, so that broken arguments can be scripted. Default `{}`. */
  readonly arguments?: unknown
  /** Default `call_<n>`, counted over the whole script. */
  readonly id?: string | undefined
}

/** Token counts of one reply: in short, or as a provider reports them. `none` reports nothing. */
export type ScriptedUsage =
  | { readonly prompt: number; readonly completion: number; readonly cached?: number | undefined }
  | LanguageModelV4Usage
  | 'none'

/** One answer of a scripted model. Everything left out is left out of the stream. */
export interface ScriptedReply {
  /** Parts that come before everything else: metadata, sources, parts of no known kind. */
  readonly parts?: readonly LanguageModelV4StreamPart[] | undefined
  readonly reasoning?: string | undefined
  readonly text?: string | undefined
  readonly calls?: readonly ScriptedCall[] | undefined
  /** Default: 10 tokens of prompt and 5 of completion. */
  readonly usage?: ScriptedUsage | undefined
  /**
   * Default `tool-calls` when there are calls, else `stop`; none when the stream hangs or breaks. null ends the stream without a finish
   * part.
   */
  readonly finishReason?: LanguageModelV4FinishReason['unified'] | null | undefined
  readonly responseId?: string | undefined
  /** Goes out as an `error` part before the finish part. */
  readonly error?: unknown
  /** The request is refused with this: `doStream` rejects. */
  readonly refuse?: unknown
  /** The stream breaks with this after its last part. */
  readonly breakWith?: unknown
  /** After its content the stream neither goes on nor ends, until the request is aborted. */
  readonly hang?: boolean | undefined
  /** The first part waits for this. */
  readonly gate?: PromiseLike<unknown> | undefined
}

/** What a script holds: text, a reply, the raw parts of a stream, or a function of the request that gives one of these. */
export type Reply =
  | string
  | ScriptedReply
  | readonly LanguageModelV4StreamPart[]
  | ((request: LanguageModelV4CallOptions) => Reply | Promise<Reply>)

/** A reply that says something. */
export const text = (content: string, rest: ScriptedReply = {}): ScriptedReply => ({
  ...rest,
  text: content,
})

/** One call, for {@link calls}. */
export const call = (name: string, args: unknown = {}, id?: string): ScriptedCall => ({
  name,
  arguments: args,
  ...(id !== undefined && { id }),
})

/** A reply that asks for calls, in this order. */
export const calls = (...asked: readonly ScriptedCall[]): ScriptedReply => ({ calls: asked })

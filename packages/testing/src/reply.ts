import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'

/** One tool call of a scripted model. */
export interface ScriptedCall {
  readonly name: string
  /**
   * The arguments, which are written as JSON. A string is sent as it is, so that a script can have
   * broken arguments. Default `{}`.
   */
  readonly arguments?: unknown
  /** The id of the call. Default `call_<n>`, counted over the whole script. */
  readonly id?: string | undefined
}

/**
 * The token counts of one reply: in short, or as a provider reports them. `none` reports nothing.
 */
export type ScriptedUsage =
  | { readonly prompt: number; readonly completion: number; readonly cached?: number | undefined }
  | LanguageModelV4Usage
  | 'none'

/** One answer of a scripted model. Fields that are left out have no part in the stream. */
export interface ScriptedReply {
  /** Parts that come before all others: metadata, sources, parts of an unknown kind. */
  readonly parts?: readonly LanguageModelV4StreamPart[] | undefined
  readonly reasoning?: string | undefined
  readonly text?: string | undefined
  readonly calls?: readonly ScriptedCall[] | undefined
  /** The token counts. Default: 10 tokens of prompt and 5 of completion. */
  readonly usage?: ScriptedUsage | undefined
  /**
   * The reason in the finish part. Default `tool-calls` if there are calls, else `stop`; no finish
   * part if the stream hangs or breaks. null ends the stream without a finish part.
   */
  readonly finishReason?: LanguageModelV4FinishReason['unified'] | null | undefined
  readonly responseId?: string | undefined
  /** An error that is sent as an `error` part before the finish part. */
  readonly error?: unknown
  /** The error with which `doStream` rejects: the request is refused. */
  readonly refuse?: unknown
  /** The error with which the stream breaks after its last part. */
  readonly breakWith?: unknown
  /** True for a stream that stays open after its content until the request is aborted. */
  readonly hang?: boolean | undefined
  /** A promise that the first part waits for. */
  readonly gate?: PromiseLike<unknown> | undefined
}

/**
 * An entry of a script: text, one call, a reply, or the raw parts of a stream. Or a function of the
 * request that returns one of these.
 */
export type Reply =
  | string
  | ScriptedCall
  | ScriptedReply
  | readonly LanguageModelV4StreamPart[]
  | ((request: LanguageModelV4CallOptions) => Reply | Promise<Reply>)

/** Creates a reply with text. */
export const text = (content: string, rest: ScriptedReply = {}): ScriptedReply => ({
  ...rest,
  text: content,
})

/** Creates one call: a reply with it alone, or one of several for {@link calls}. */
export const call = (name: string, args: unknown = {}, id?: string): ScriptedCall => ({
  name,
  arguments: args,
  ...(id !== undefined && { id }),
})

/** Creates a reply with these calls, in this order. */
export const calls = (...asked: readonly ScriptedCall[]): ScriptedReply => ({ calls: asked })

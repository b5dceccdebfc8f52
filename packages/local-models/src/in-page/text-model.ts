import type { JSONSchema7 } from '@ai-sdk/provider'

/** A message of a prompt, as plain text. The first may be of the system; the others take turns. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What an engine is asked to write. */
export interface TextRequest {
  readonly messages: readonly TextMessage[]
  /** The JSON Schema that the whole answer must fit. Undefined for free text. */
  readonly schema: JSONSchema7 | undefined
  /** The most tokens of the answer. */
  readonly maxTokens: number
  /** The settings of the sampling. Undefined leaves them to the engine. */
  readonly temperature: number | undefined
  readonly topP: number | undefined
  readonly topK: number | undefined
  readonly seed: number | undefined
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** How an answer ended, and the tokens that the engine counted. */
export interface TextEnd {
  /** True if the answer was cut at the most tokens. */
  readonly isCut?: boolean | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/** A loaded engine, which writes one text at a time. */
export interface TextEngine {
  /** The most tokens of a prompt and its answer together. Undefined if it is not known. */
  readonly contextTokens?: number | undefined
  /**
   * The keywords of JSON Schema that the engine enforces besides `type`, `enum`, `const`, `anyOf`,
   * `properties`, `required`, `additionalProperties`, `items`, `minItems` and `maxItems`.
   */
  readonly keywords?: readonly string[] | undefined
  /**
   * Counts the tokens of a prompt. Without it, they are estimated by the `inputTokens` of the last
   * answer, and before that as one of three characters.
   */
  countTokens?(messages: readonly TextMessage[]): number | PromiseLike<number>
  /** Yields the answer in pieces of any size, and at its end what it knows of it. */
  generate(request: TextRequest): AsyncIterable<string | TextEnd>
  /** Frees the memory. Called once, and also after a failure. */
  close?(): unknown
}

/** What is known of a model before it is loaded. */
export interface TextModelFound {
  /**
   * `available`: it loads without a download. `downloadable`: somebody must ask for the download
   * first. `unavailable`: it cannot run here.
   */
  readonly status: 'available' | 'downloadable' | 'unavailable'
  /** The bytes of the download. Undefined if they are not known. */
  readonly bytes?: number | undefined
  /** Why it cannot run here, as a sentence for people. */
  readonly reason?: string | undefined
}

/** A model in the page that writes text: how it is found, loaded and deleted. */
export interface TextModel {
  /** The model's id, for events and people. */
  readonly modelId: string
  /** Looks for the model, without a download. Default: it is available. */
  find?(): PromiseLike<TextModelFound>
  /**
   * Downloads what is missing, and loads the engine. `onProgress` gets the bytes so far and those
   * of all, or a share of 1.
   */
  load(at: {
    readonly signal: AbortSignal
    readonly onProgress: (loaded: number, total: number) => void
  }): PromiseLike<TextEngine>
  /** Deletes what was downloaded. */
  remove?(): PromiseLike<unknown>
  /** The directives of a Content Security Policy that the engine needs, as `worker-src blob:`. */
  readonly csp?: string | undefined
}

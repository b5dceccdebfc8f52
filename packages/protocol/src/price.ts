/** The price of a model, in US dollars per million tokens. */
export interface Price {
  /** The price of the prompt. */
  readonly input: number
  /** The price of the answer, reasoning included. */
  readonly output: number
  /** The price of a prompt's tokens that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined
  /**
   * The price of a prompt's tokens that the provider wrote to its cache. Default: a quarter more
   * than `input`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined
  /** The price of reasoning, where it is not that of the answer. Default: `output`. */
  readonly reasoning?: number | undefined
}

/** The prices by model id. */
export type Prices = Readonly<Record<string, Price>>

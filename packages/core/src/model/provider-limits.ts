interface ProviderLimits {
  /**
   * The names of tools. OpenAI and Anthropic: 1 to 64 letters, digits, `_` and `-`. Google: a
   * letter or `_` comes first.
   */
  readonly toolName: RegExp
  /** The names of the members of arguments: Anthropic. */
  readonly key: RegExp
  /** The keywords that no schema of arguments may have at the top: OpenAI and Anthropic. */
  readonly topKeywords: readonly string[]
}

/**
 * Limits of providers on the names and schemas in a request. A provider refuses a whole request for
 * one part that breaks a limit, and each later request too, because the history keeps the part. So
 * what breaks one of these is mended, left out or refused where it enters.
 */
export const providerLimits: ProviderLimits = {
  toolName: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
  key: /^[a-zA-Z0-9_.-]{1,64}$/,
  topKeywords: ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', 'if', 'then', 'else'],
}

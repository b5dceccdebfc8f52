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

/** Returns the nearest name of a tool that every provider takes. */
export function toSendableName(name: string): string {
  if (providerLimits.toolName.test(name)) return name
  const plain = name.replaceAll(/[^\w-]/g, '_')
  return (/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`).slice(0, 64)
}

/**
 * Returns JSON data whose texts have no half of a surrogate pair, as `text.slice` leaves it in the
 * middle of an emoji: Anthropic refuses it. The same object if there is none.
 */
export function toWellFormed<T>(value: T): T {
  if (typeof value === 'string') return (value.isWellFormed() ? value : value.toWellFormed()) as T
  if (Array.isArray(value)) {
    const made = value.map((each: unknown) => toWellFormed(each))
    return made.every((each, at) => each === value[at]) ? value : (made as T)
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  ) {
    return value
  }
  const members = Object.entries(value)
  const made = members.map(
    ([key, each]) => [toWellFormed(key), toWellFormed<unknown>(each)] as const,
  )
  const isSame = made.every(
    ([key, each], at) => key === members[at]?.[0] && each === members[at][1],
  )
  return isSame ? value : (Object.fromEntries(made) as T)
}

/**
 * Matches a character that nobody sees, that looks blank, or that reorders the text around it. They
 * are the control characters, `Default_Ignorable_Code_Point` and `Bidi_Control` of Unicode, and a
 * few that are blank in common fonts. Also marks from the ninth on over one letter, which would
 * leave the line.
 */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\u2028\u2029\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}\u{1D159}\p{DI}\p{Bidi_C}]|(?<=\p{M}{8})\p{M}/gu

/** Matches the characters that an emoji needs: they change what is seen. */
const OF_EMOJI =
  /(?<=(?!\p{EPres})\p{ExtPict})\uFE0F|(?<=[\d#*])\uFE0F(?=\u20E3)|(?<=\p{ExtPict}(?:\p{EMod}|\uFE0F)?)\u200D(?=\p{ExtPict})|(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu

/** Matches the characters that shape the letter before them. They stay in a text that is shown. */
const SHAPES_A_LETTER = /\u200C|\u200D|[\uFE00-\uFE0F]/

/**
 * Returns the characters of a text that nobody sees or that reorder it, in their order. Those of
 * emoji are not among them; joiners inside words are, because they can carry a message.
 */
export function unseenChars(text: string): readonly string[] {
  return text.replaceAll(OF_EMOJI, '').match(UNSEEN) ?? []
}

/** Removes the characters that `unseenChars` finds, but for those that shape a letter. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (char) => (SHAPES_A_LETTER.test(char) ? char : ''))
}

/** Returns the names of characters, such as `U+200B`: each once, at most eight. */
export function charNames(chars: readonly string[]): string {
  const names = [...new Set(chars)].map((char) => `U+${hex(char.codePointAt(0) ?? 0)}`)
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}…` : names.join(', ')
}

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')

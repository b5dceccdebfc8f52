/** Splits a list in words, as in "A, B and C", into its items. */
export const splitList = (text: string): string[] =>
  text
    .split(/,(?:\s*and\s)?|\sand\s|\s&\s/i)
    .map((item) => item.trim())
    .filter(Boolean)

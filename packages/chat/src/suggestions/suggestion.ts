/**
 * A message that the user can send with one press: its text, or a short `label` for the button
 * and the `message` that is sent.
 */
export type Suggestion = string | { readonly label: string; readonly message: string }

/** Returns the text that a suggestion sends. */
export const messageOf = (suggestion: Suggestion): string =>
  typeof suggestion === 'string' ? suggestion : suggestion.message

/** Returns the text on the button of a suggestion. */
export const labelOf = (suggestion: Suggestion): string =>
  typeof suggestion === 'string' ? suggestion : suggestion.label

/** Returns suggestions without those whose message stood before. */
export const withoutRepeats = (suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  [
    ...new Map(suggestions.toReversed().map((each) => [messageOf(each), each])).values(),
  ].toReversed()

export const englishAsk = {
  /** The text of a question that has none. */
  question: 'A question',
  /** The name of the field if the answer is a single value. */
  answer: 'Answer',
  /** The names of the buttons. */
  submit: 'Answer',
  decline: 'Decline',
  /** The text after the name of a field that may be left empty. */
  optional: '(optional)',
  /** The first entry of a list of options. */
  choose: 'Choose…',
  /** The errors of a field: it is empty, or not JSON. */
  needed: 'Fill this in.',
  noJson: 'This is not JSON.',
}

/** All texts of a question that a tool asks. */
export type AskStrings = Readonly<typeof englishAsk>

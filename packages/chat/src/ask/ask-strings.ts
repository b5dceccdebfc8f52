/** All texts of a question that a tool asks. */
export interface AskStrings {
  /** The text of a question that has none. */
  readonly question: string
  /** The name of the field if the answer is a single value. */
  readonly answer: string
  /** The names of the buttons. */
  readonly submit: string
  readonly decline: string
  /** The text after the name of a field that may be left empty. */
  readonly optional: string
  /** The first entry of a list of options. */
  readonly choose: string
  /** The errors of a field: it is empty, or not JSON. */
  readonly needed: string
  readonly noJson: string
}

export const englishAsk: AskStrings = {
  question: 'A question',
  answer: 'Answer',
  submit: 'Answer',
  decline: 'Decline',
  optional: '(optional)',
  choose: 'Choose…',
  needed: 'Fill this in.',
  noJson: 'This is not JSON.',
}

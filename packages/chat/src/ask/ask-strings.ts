/** Every text of a question that a tool asks. */
export interface AskStrings {
  /** In place of the text of a question that has none. */
  readonly question: string
  /** Name of the field where the answer is one. */
  readonly answer: string
  /** The buttons. */
  readonly submit: string
  readonly decline: string
  /** Stands after the name of a field that may be left empty. */
  readonly optional: string
  /** The first entry of a list to choose from. */
  readonly choose: string
  /** What is wrong with a field: empty, and no JSON. */
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
  noJson: 'This is no JSON.',
}

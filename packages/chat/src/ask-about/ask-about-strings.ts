/** The texts of the buttons for a selection. */
export interface AskAboutStrings {
  /** The name of the toolbar. */
  readonly aboutSelection: string
  readonly ask: string
  readonly explain: string
  readonly change: string
  /** The message that `explain` sends, and the beginning of the one that `change` begins. */
  readonly explainThis: string
  readonly changeThis: string
}

export const englishAskAbout: AskAboutStrings = {
  aboutSelection: 'Ask about the selection',
  ask: 'Ask',
  explain: 'Explain',
  change: 'Change',
  explainThis: 'Explain this.',
  changeThis: 'Change this: ',
}

export const englishAskAbout = {
  /** The name of the toolbar. */
  aboutSelection: 'Ask about the selection',
  ask: 'Ask',
  explain: 'Explain',
  change: 'Change',
  /** The message that `explain` sends, and the beginning of the one that `change` begins. */
  explainThis: 'Explain this.',
  changeThis: 'Change this: ',
}

/** The texts of the buttons for a selection. */
export type AskAboutStrings = Readonly<typeof englishAskAbout>

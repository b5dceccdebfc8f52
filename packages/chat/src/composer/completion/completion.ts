/** A command that a user can write with `/` at the start of a message. */
export interface ChatCommand {
  /** The name, without the slash and without spaces. */
  readonly name: string
  /** One line beside the name. */
  readonly description?: string | undefined
  /** The text that replaces the command in the field, for the user to send or to complete. */
  readonly prompt?: string | undefined
  /** Called in place of `prompt` when the command is chosen. The field is emptied. */
  readonly run?: (() => void) | undefined
}

/** An entry that a user can mention with `@`. */
export interface ChatMention {
  /** The text that is shown and searched. */
  readonly label: string
  /** One line beside the label. */
  readonly description?: string | undefined
  /** The text that is written into the message after the `@`. Default: the label. */
  readonly text?: string | undefined
}

/** One line of the list of completions. */
export interface Choice {
  readonly label: string
  readonly description?: string | undefined
  /** The text that replaces the token. */
  readonly text: string
  readonly run?: (() => void) | undefined
}

const most = 8

/**
 * Returns at most 8 choices: first those that begin with the query, then those that contain it.
 * Leaves out those without a label.
 */
export function rankChoices(choices: readonly Choice[], query: string): Choice[] {
  const rank = ({ label }: Choice): number => {
    const at = label.toLowerCase().replace(/^\//, '').indexOf(query)
    return at === -1 ? 2 : Math.min(at, 1)
  }
  return choices
    .filter((choice) => choice.label && rank(choice) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
}

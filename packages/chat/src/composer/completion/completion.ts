/** Something a person can write with `/` at the start of a message. */
export interface ChatCommand {
  /** Without the slash and without spaces. */
  readonly name: string
  /** One line beside the name. */
  readonly description?: string | undefined
  /** Text that takes the command's place in the field, to be sent or completed by the person. */
  readonly prompt?: string | undefined
  /** Called instead when the command is chosen; the field is emptied. */
  readonly run?: (() => void) | undefined
}

/** Something a person can point to with `@`. */
export interface ChatMention {
  /** What is shown and looked through. */
  readonly label: string
  /** One line beside it. */
  readonly description?: string | undefined
  /** What is written into the message behind the `@`. Default: the label. */
  readonly text?: string | undefined
}

/** One line of the list under the caret. */
export interface Choice {
  readonly label: string
  readonly description?: string | undefined
  /** What takes the token's place. */
  readonly text: string
  readonly run?: (() => void) | undefined
}

const most = 8

/** The choices for what is written so far: those that begin with it first, then those that hold it; 8 at most. */
export function rankChoices(choices: readonly Choice[], query: string): Choice[] {
  const rank = ({ label }: Choice): number => {
    const at = label.toLowerCase().replace(/^\//, '').indexOf(query)
    return at === -1 ? 2 : Math.min(at, 1)
  }
  return choices
    .filter((choice) => rank(choice) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
}

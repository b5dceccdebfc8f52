import type { ApprovalCause } from '@ambit/core'

/** The texts of an approval card. */
export interface ApprovalStrings {
  /** The name and the heading of a card. */
  readonly title: (tool: string) => string
  /** The reason why the person is asked. */
  readonly cause: Readonly<Record<ApprovalCause, string>>
  /**
   * The warning that third-party text came before the call. `source` is the agent's name for that
   * text, such as `what "read_mail" returned`.
   */
  readonly taint: (source: string) => string
  /**
   * The headings of the tool's preview and of the call's arguments. `noArguments` is for a call
   * without arguments.
   */
  readonly preview: string
  readonly arguments: string
  readonly noArguments: string
  /** The heading of the row or card that the call is for. */
  readonly instance: string
  /** The text in place of a preview that failed, from the reason. */
  readonly noPreview: (reason: string) => string
  /**
   * The warning at a value that is not shown exactly: it holds invisible characters, or is too
   * long.
   */
  readonly notAsItIs: string
  readonly allow: string
  readonly deny: string
  /** The warning while the allow button is covered or out of view. */
  readonly covered: string
  /** The name and the placeholder of the field for a denial's comment to the model. */
  readonly comment: string
  readonly edit: string
  /** The buttons in place of `allow` and `edit` while a person edits arguments. */
  readonly allowEdited: string
  readonly stopEditing: string
  /** The error at a field that cannot be parsed. */
  readonly invalidField: string
  /** The text if the editor could not be loaded. */
  readonly noEditor: string
  readonly remember: string
  /** The time until which an answer counts, from a time of day. */
  readonly expires: (time: string) => string
  /** The name of the region for calls that are not part of the conversation. */
  readonly elsewhere: string
}

export const englishApproval: ApprovalStrings = {
  title: (tool) => `Allow “${tool}”?`,
  cause: {
    taint:
      'It sends something out or removes something, and the assistant has read text that may come from anyone.',
    tool: 'This action is only done when you allow it.',
    policy: 'This action is only done when you allow it.',
    effect: 'It removes or replaces something, and it may be impossible to undo that.',
    resume: 'This was cut short before, and may already have been done.',
  },
  taint: (source) =>
    `Before it asked, the assistant read ${source}. Others may have written that text: it, and not you, may be what asks to send or remove this.`,
  preview: 'What it would do',
  arguments: 'With',
  noArguments: 'Nothing further is given.',
  instance: 'For',
  noPreview: (reason) => `No preview: ${reason}`,
  notAsItIs: 'Not shown as it is: it holds invisible characters, or more than fits here.',
  allow: 'Allow once',
  deny: 'Deny',
  covered: 'Something covers this card or cuts it off.',
  comment: 'Tell the assistant why (optional)',
  edit: 'Change…',
  allowEdited: 'Allow with these changes',
  stopEditing: 'Discard changes',
  invalidField: 'This cannot be read. Give valid JSON, or a number.',
  noEditor: 'The editor could not be loaded.',
  remember: 'Do not ask again for this action for an hour',
  expires: (time) => `Denied unless you answer by ${time}`,
  elsewhere: 'Waiting for your decision',
}

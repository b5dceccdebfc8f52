import type { ApprovalCause } from '@ambit/core'

/** The texts of an approval card. */
export interface ApprovalStrings {
  /** Name and heading of a card. */
  readonly title: (tool: string) => string
  /** Why the person is asked. */
  readonly cause: Readonly<Record<ApprovalCause, string>>
  /** What third-party text came before the call, from what the agent calls it. */
  readonly taint: (source: string) => string
  /** Headings of what the tool says it would do, and of what it is called with. */
  readonly preview: string
  readonly arguments: string
  readonly noArguments: string
  /** In place of a preview that failed, from the reason. */
  readonly noPreview: (reason: string) => string
  /** At a value that is not shown as it is: it holds invisible characters, or is too long. */
  readonly notAsItIs: string
  readonly allow: string
  readonly deny: string
  /** While the button that allows is hidden by something, or out of view. */
  readonly covered: string
  /** Name and placeholder of the field for what the model is told with a denial. */
  readonly comment: string
  readonly edit: string
  /** In place of `allow` and `edit` while arguments are edited. */
  readonly allowEdited: string
  readonly stopEditing: string
  /** At a field that cannot be read. */
  readonly invalidField: string
  /** When the editor could not be fetched. */
  readonly noEditor: string
  readonly remember: string
  /** Until when an answer counts, from a time of day. */
  readonly expires: (time: string) => string
  /** Heading of the calls that are no part of the conversation. */
  readonly elsewhere: string
}

export const englishApproval: ApprovalStrings = {
  title: (tool) => `Allow “${tool}”?`,
  cause: {
    taint:
      'It sends something out or cannot be undone, and the assistant has read text that may come from anyone.',
    tool: 'This action is only done when you allow it.',
    policy: 'This action is only done when you allow it.',
    effect: 'This cannot be undone.',
    resume: 'This was cut short before, and may already have been done.',
  },
  taint: (source) => `Read before it: ${source}. That text, not you, may be what asks for this.`,
  preview: 'What it would do',
  arguments: 'With',
  noArguments: 'Nothing further is given.',
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

import type { ApprovalCause } from '@ambit/core'

const number = (count: number): string => new Intl.NumberFormat('en').format(count)

const chars = (count: number): string =>
  `${number(count)} ${count === 1 ? 'character' : 'characters'}`

/** Returns the sentence with those of the bounds that there are. */
const bounded = (text: string, bounds: readonly [string, string | number | undefined][]): string =>
  `${text} ${bounds
    .flatMap(([words, bound]) => (bound ? [`${words} ${bound}`] : []))
    .join(' and ')}.`

export const englishApproval = {
  /**
   * The name and the heading of a card. `count` is the number of things that the call lists and the
   * preview shows; undefined without such a list.
   */
  title: (tool: string, count?: number): string =>
    `Allow “${tool}”${count === undefined ? '' : ` for all ${number(count)}`}?`,
  /**
   * The line that says for which calls something inside them asks. `calls` are their titles, each
   * in quotation marks, the outermost first.
   */
  within: (calls: string): string => `For ${calls}`,
  /**
   * The reason why the user is asked. An empty text is not shown. Whatever asked, a call that
   * removes something has the text of `effect`, and one that sends something out that of `taint`.
   */
  cause: {
    taint: 'It sends something out.',
    tool: '',
    policy: '',
    effect: 'It removes or replaces something, maybe for good.',
    resume: 'This was cut short before, and may already have been done.',
  } as Readonly<Record<ApprovalCause, string>>,
  /**
   * The warning that third-party text came before the call. `source` is the agent's name for that
   * text, such as `what “Read mail” returned`.
   */
  taint: (source: string): string =>
    `Before this, the assistant read ${source}. Whoever wrote that may be asking for this, and not you.`,
  /**
   * The warning that a caller from outside of the page asks. `caller` says who, such as `an agent
   * outside this page`.
   */
  outside: (caller: string): string =>
    `${caller.charAt(0).toUpperCase()}${caller.slice(1)} asks for this: neither you nor the assistant.`,
  /** The reason in place of `cause.taint` for what the assistant is to remember, or to forget. */
  memory: 'It changes what the assistant remembers of you.',
  /**
   * The headings of the tool's preview and of the call's arguments. `noArguments` is for a call
   * without arguments.
   */
  preview: 'What it would do',
  arguments: 'With',
  noArguments: 'Nothing further is given.',
  /** The words for the values true and false. */
  yes: 'Yes',
  no: 'No',
  /** The words, only spoken, between a value as it is and as it would be. */
  becomes: 'becomes',
  /** The name of the order of rows, where it changes. */
  order: 'Order',
  /** The heading of the row or card that the call is for. */
  instance: 'For',
  /** The text in place of a preview that failed, from the reason. */
  noPreview: (reason: string): string => `No preview: ${reason}`,
  /** The headings of both sides of arguments that the tool's schema transforms. */
  asAsked: 'As asked',
  asParsed: 'What the tool gets',
  /** The heading of what the model gave and the tool does not get. */
  ignored: 'Ignored: the tool does not get this',
  /** The warning that a request replaces another one, which the user may have read. */
  changed: 'This changed while you looked: read it again.',
  /** The warning that the request has the arguments of the user, and another preview. */
  edited: 'This is with your changes: read it first.',
  /** The warning that the other request has the arguments of the model, not those of the user. */
  dropped: 'It does not include your change. “Change…” still has it.',
  /**
   * The warning at a text that holds characters which nobody sees. `names` are code points, such as
   * `U+200B`.
   */
  unseenChars: (count: number, names: string): string =>
    count === 1
      ? `Holds an invisible character: ${names}.`
      : `Holds ${count} invisible characters: ${names}.`,
  /**
   * What is on the pages after: a number of characters, or of rows. Then the button for the next
   * page, from the number on it.
   */
  charsLeft: (count: number): string => `${chars(count).replace(' ', ' more ')}.`,
  rowsLeft: (count: number): string => `${number(count)} more.`,
  showMore: (count: number): string => `Show the next ${number(count)}`,
  /** The length of a value that is folded, and the button that opens it. */
  length: (chars: number, lines: number): string =>
    `${number(chars)} characters${lines > 1 ? ` in ${number(lines)} lines` : ''}.`,
  showAll: 'Show all',
  /** The note in place of empty lines, or of spaces, in a value. */
  emptyLines: (count: number): string => `${number(count)} empty lines`,
  spaces: (count: number): string => `${number(count)} spaces`,
  allow: 'Allow once',
  deny: 'Deny',
  /** The warning while the allow button is covered or out of view. */
  covered: 'Something covers this card or cuts it off.',
  /** The warning while some part of the card was not in view, and the button that goes there. */
  unseen: 'Read all of it first.',
  showUnseen: 'Show the rest',
  /**
   * The warnings after a press that did not count. For `missed`, the button had just moved or come
   * into view. For the others, a part of the card was not in view, or the card was covered.
   */
  missed: 'Not counted: the page moved. Press again.',
  missedUnseen: 'Not counted: read the rest first.',
  missedCovered: 'Not counted: the card was covered.',
  /**
   * The name and the placeholder of the field below a denied call, for the reason. The model gets
   * it as a message of the user. A narrow chat has room for about 28 letters.
   */
  comment: 'Tell it why',
  /** The button that stops all callers from outside, which denies all that they ask. */
  stopOutside: 'Deny, and stop that agent',
  edit: 'Change…',
  /** The buttons in place of `allow` and `edit` while a user edits arguments. */
  allowEdited: 'Allow with these changes',
  stopEditing: 'Discard changes',
  /** The hint at a field for a list of texts. */
  onePerLine: 'One in each line.',
  /** The error at a field that cannot be parsed, and at one for a number, from an example. */
  invalidField: 'This cannot be read. Give valid JSON.',
  invalidNumber: (example: string): string => `Give a number, such as ${example}.`,
  /**
   * The errors at a field that must not be empty, and at a number and a text that are out of their
   * bounds. `unfit` is for every other rule of the tool.
   */
  needed: 'This is needed.',
  invalidRange: ({
    atLeast,
    above,
    atMost,
    below,
  }: {
    readonly atLeast?: string | undefined
    readonly above?: string | undefined
    readonly atMost?: string | undefined
    readonly below?: string | undefined
  }): string =>
    bounded('Give a number', [
      ['of at least', atLeast],
      ['above', above],
      ['of at most', atMost],
      ['below', below],
    ]),
  invalidLength: (least: number | undefined, most: number | undefined): string =>
    bounded('Give a text', [
      ['of at least', least && chars(least)],
      ['of at most', most === undefined ? undefined : chars(most)],
    ]),
  unfit: 'This does not fit here. Change it.',
  /** The text if the editor could not be loaded. */
  noEditor: 'The editor could not be loaded.',
  /**
   * The offer not to ask again, from the tool's title. `key` is what else the approval would be
   * for; undefined if it would be for the tool alone.
   */
  remember: (tool: string, key: string | undefined): string =>
    `Do not ask again for “${tool}”${key === undefined ? '' : ` with “${key}”`} in this conversation for an hour`,
  /**
   * The time until which an answer counts, from a time of day. `onTimeout` is what happens then;
   * undefined if the call is denied. `isEditing` is true while a user changes the arguments, and
   * the call would be allowed without their changes.
   */
  expires: (
    time: string,
    onTimeout: 'approve' | 'throw' | undefined,
    isEditing: boolean,
  ): string => {
    const asked = isEditing ? 'Allowed without your changes' : 'Allowed as first asked'
    const action = { approve: asked, throw: 'Stopped' }
    return `${onTimeout ? action[onTimeout] : 'Denied'} unless you answer by ${time}`
  },
  /** The name of the region for calls that are not part of the conversation. */
  elsewhere: 'Waiting for your decision',
}

/** The texts of an approval card. */
export type ApprovalStrings = Readonly<typeof englishApproval>

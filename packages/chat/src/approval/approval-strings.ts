import type { ApprovalCause } from '@ambit/core'

/** The texts of an approval card. */
export interface ApprovalStrings {
  /**
   * The name and the heading of a card. `count` is the number of things that the call lists and the
   * preview shows; undefined without such a list.
   */
  readonly title: (tool: string, count?: number) => string
  /**
   * The line that says for which calls something inside them asks. `calls` are their titles, each
   * in quotation marks, the outermost first.
   */
  readonly within: (calls: string) => string
  /**
   * The reason why the user is asked. An empty text is not shown. `taint` is for what sends
   * something out. What removes something has the text of `effect`.
   */
  readonly cause: Readonly<Record<ApprovalCause, string>>
  /**
   * The warning that third-party text came before the call. `source` is the agent's name for that
   * text, such as `what “Read mail” returned`.
   */
  readonly taint: (source: string) => string
  /**
   * The warning that a caller from outside of the page asks. `caller` says who, such as `an agent
   * outside this page`.
   */
  readonly outside: (caller: string) => string
  /** The reason in place of `cause.taint` for what the assistant is to remember, or to forget. */
  readonly memory: string
  /**
   * The headings of the tool's preview and of the call's arguments. `noArguments` is for a call
   * without arguments.
   */
  readonly preview: string
  readonly arguments: string
  readonly noArguments: string
  /** The words for the values true and false. */
  readonly yes: string
  readonly no: string
  /** The words, only spoken, between a value as it is and as it would be. */
  readonly becomes: string
  /** The name of the order of rows, where it changes. */
  readonly order: string
  /** The heading of the row or card that the call is for. */
  readonly instance: string
  /** The text in place of a preview that failed, from the reason. */
  readonly noPreview: (reason: string) => string
  /** The headings of both sides of arguments that the tool's schema transforms. */
  readonly asAsked: string
  readonly asParsed: string
  /** The heading of what the model gave and the tool does not get. */
  readonly ignored: string
  /** The warning that a request replaces another one, which the user may have read. */
  readonly changed: string
  /** The warning that the request has the arguments of the user, and another preview. */
  readonly edited: string
  /** The warning that the other request has the arguments of the model, not those of the user. */
  readonly dropped: string
  /**
   * The warning at a text that holds characters which nobody sees. `names` are code points, such as
   * `U+200B`.
   */
  readonly unseenChars: (count: number, names: string) => string
  /**
   * What is on the pages after: a number of characters, or of rows. Then the button for the next
   * page, from the number on it.
   */
  readonly charsLeft: (count: number) => string
  readonly rowsLeft: (count: number) => string
  readonly showMore: (count: number) => string
  /** The length of a value that is folded, and the button that opens it. */
  readonly length: (chars: number, lines: number) => string
  readonly showAll: string
  /** The note in place of empty lines, or of spaces, in a value. */
  readonly emptyLines: (count: number) => string
  readonly spaces: (count: number) => string
  readonly allow: string
  readonly deny: string
  /** The warning while the allow button is covered or out of view. */
  readonly covered: string
  /** The warning while some part of the card was not in view, and the button that goes there. */
  readonly unseen: string
  readonly showUnseen: string
  /**
   * The warnings after a press that did not count. For `missed`, the button had just moved or come
   * into view. For the others, a part of the card was not in view, or the card was covered.
   */
  readonly missed: string
  readonly missedUnseen: string
  readonly missedCovered: string
  /**
   * The name and the placeholder of the field below a denied call, for the reason. The model gets
   * it as a message of the user. A narrow chat has room for about 28 letters.
   */
  readonly comment: string
  /** The button that stops all callers from outside, which denies all that they ask. */
  readonly stopOutside: string
  readonly edit: string
  /** The buttons in place of `allow` and `edit` while a user edits arguments. */
  readonly allowEdited: string
  readonly stopEditing: string
  /** The hint at a field for a list of texts. */
  readonly onePerLine: string
  /** The error at a field that cannot be parsed, and at one for a number, from an example. */
  readonly invalidField: string
  readonly invalidNumber: (example: string) => string
  /**
   * The errors at a field that must not be empty, and at a number and a text that are out of their
   * bounds. `unfit` is for every other rule of the tool.
   */
  readonly needed: string
  readonly invalidRange: (bounds: {
    readonly atLeast?: string | undefined
    readonly above?: string | undefined
    readonly atMost?: string | undefined
    readonly below?: string | undefined
  }) => string
  readonly invalidLength: (least: number | undefined, most: number | undefined) => string
  readonly unfit: string
  /** The text if the editor could not be loaded. */
  readonly noEditor: string
  /**
   * The offer not to ask again, from the tool's title. `key` is what else the approval would be
   * for; undefined if it would be for the tool alone.
   */
  readonly remember: (tool: string, key: string | undefined) => string
  /**
   * The time until which an answer counts, from a time of day. `onTimeout` is what happens then;
   * undefined if the call is denied. `isEditing` is true while a user changes the arguments, and
   * the call would be allowed without their changes.
   */
  readonly expires: (
    time: string,
    onTimeout: 'approve' | 'throw' | undefined,
    isEditing: boolean,
  ) => string
  /** The name of the region for calls that are not part of the conversation. */
  readonly elsewhere: string
}

const number = (count: number): string => new Intl.NumberFormat('en').format(count)

const chars = (count: number): string =>
  `${number(count)} ${count === 1 ? 'character' : 'characters'}`

/** Returns the sentence with those of the bounds that there are. */
const bounded = (text: string, bounds: readonly [string, string | number | undefined][]): string =>
  `${text} ${bounds
    .flatMap(([words, bound]) => (bound ? [`${words} ${bound}`] : []))
    .join(' and ')}.`

export const englishApproval: ApprovalStrings = {
  title: (tool, count) =>
    `Allow “${tool}”${count === undefined ? '' : ` for all ${number(count)}`}?`,
  within: (calls) => `For ${calls}`,
  cause: {
    taint: 'It sends something out.',
    tool: '',
    policy: '',
    effect: 'It removes or replaces something, maybe for good.',
    resume: 'This was cut short before, and may already have been done.',
  },
  taint: (source) =>
    `Before this, the assistant read ${source}. Whoever wrote that may be asking for this, and not you.`,
  outside: (caller) =>
    `${caller.charAt(0).toUpperCase()}${caller.slice(1)} asks for this: neither you nor the assistant.`,
  memory: 'It changes what the assistant remembers of you.',
  preview: 'What it would do',
  arguments: 'With',
  noArguments: 'Nothing further is given.',
  yes: 'Yes',
  no: 'No',
  becomes: 'becomes',
  order: 'Order',
  instance: 'For',
  noPreview: (reason) => `No preview: ${reason}`,
  asAsked: 'As asked',
  asParsed: 'What the tool gets',
  ignored: 'Ignored: the tool does not get this',
  changed: 'This changed while you looked: read it again.',
  edited: 'This is with your changes: read it first.',
  dropped: 'It does not include your change. “Change…” still has it.',
  unseenChars: (count, names) =>
    count === 1
      ? `Holds an invisible character: ${names}.`
      : `Holds ${count} invisible characters: ${names}.`,
  charsLeft: (count) => `${chars(count).replace(' ', ' more ')}.`,
  rowsLeft: (count) => `${number(count)} more.`,
  showMore: (count) => `Show the next ${number(count)}`,
  length: (chars, lines) =>
    `${number(chars)} characters${lines > 1 ? ` in ${number(lines)} lines` : ''}.`,
  showAll: 'Show all',
  emptyLines: (count) => `${number(count)} empty lines`,
  spaces: (count) => `${number(count)} spaces`,
  allow: 'Allow once',
  deny: 'Deny',
  covered: 'Something covers this card or cuts it off.',
  unseen: 'Read all of it first.',
  showUnseen: 'Show the rest',
  missed: 'Not counted: the page moved. Press again.',
  missedUnseen: 'Not counted: read the rest first.',
  missedCovered: 'Not counted: the card was covered.',
  comment: 'Tell it why',
  stopOutside: 'Deny, and stop that agent',
  edit: 'Change…',
  allowEdited: 'Allow with these changes',
  stopEditing: 'Discard changes',
  onePerLine: 'One in each line.',
  invalidField: 'This cannot be read. Give valid JSON.',
  invalidNumber: (example) => `Give a number, such as ${example}.`,
  needed: 'This is needed.',
  invalidRange: ({ atLeast, above, atMost, below }) =>
    bounded('Give a number', [
      ['of at least', atLeast],
      ['above', above],
      ['of at most', atMost],
      ['below', below],
    ]),
  invalidLength: (least, most) =>
    bounded('Give a text', [
      ['of at least', least && chars(least)],
      ['of at most', most === undefined ? undefined : chars(most)],
    ]),
  unfit: 'This does not fit here. Change it.',
  noEditor: 'The editor could not be loaded.',
  remember: (tool, key) =>
    `Do not ask again for “${tool}”${key === undefined ? '' : ` with “${key}”`} in this conversation for an hour`,
  expires: (time, onTimeout, isEditing) => {
    const asked = isEditing ? 'Allowed without your changes' : 'Allowed as first asked'
    const action = { approve: asked, throw: 'Stopped' }
    return `${onTimeout ? action[onTimeout] : 'Denied'} unless you answer by ${time}`
  },
  elsewhere: 'Waiting for your decision',
}

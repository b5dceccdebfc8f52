import type { MarkdownStrings } from './markdown/markdown-options.ts'

/** Every text of the widget. */
export interface ChatStrings {
  /** Name of the dialog or panel, and its heading. */
  readonly title: string
  /** Name of the launcher button. */
  readonly open: string
  /** Name of the button that closes the popup. */
  readonly close: string
  /** Name of the edge that makes a sidebar wider. */
  readonly resize: string
  /** Name of the region that scrolls. */
  readonly conversation: string
  /** Name of the log of messages in it. */
  readonly messages: string
  /** Whose message it is, for screen readers. */
  readonly user: string
  readonly assistant: string
  /** Stands before what the application said. */
  readonly app: string
  /** Heading and text before the first message. */
  readonly emptyTitle: string
  readonly emptyText: string
  /** Name of the list of suggestions. */
  readonly suggestions: string
  readonly jump: string

  /** Name and placeholder of the text field. */
  readonly message: string
  readonly placeholder: string
  readonly send: string
  /** In place of `send` while the agent works. */
  readonly queue: string
  readonly stop: string
  /** Name of the list that completes what is written. */
  readonly completions: string
  /** Names of the buttons that add files and that listen, and of the list of files. */
  readonly attach: string
  readonly dictate: string
  readonly attachments: string
  /** Name of the button that takes a file away. */
  readonly removeFile: (name: string) => string
  /** Why a file was not taken: its kind, its size (the limit in bytes), how many there are. */
  readonly fileKind: (name: string) => string
  readonly fileSize: (name: string, maxBytes: number) => string
  readonly fileCount: (maxFiles: number) => string
  /** Stands at a message that waits for its turn. */
  readonly queued: string

  /** The status line: while it works, while a tool runs, between two tries, and how it ended. */
  readonly working: string
  readonly usingTool: (title: string) => string
  readonly waiting: string
  readonly done: string
  readonly stopped: string
  readonly failed: string

  /** Heading of an error; its message follows. */
  readonly errorTitle: string
  /** In place of the message of an error that has none. */
  readonly unknownError: string
  readonly retry: string

  /** The folded reasoning, while it is written and afterwards. */
  readonly thinking: string
  readonly reasoning: string
  /** Why an answer ends where it does. */
  readonly cut: string
  readonly tooLong: string
  readonly filtered: string

  /** The states of a tool call. */
  readonly toolPreparing: string
  readonly toolPending: string
  readonly toolRunning: string
  readonly toolSucceeded: string
  readonly toolFailed: string
  readonly toolCancelled: string
  /** Takes back one call, or all of a run; what a card says while and after it is. */
  readonly undo: string
  readonly undoAll: string
  readonly undoing: string
  readonly undone: string
  readonly undoFailed: (reason: string) => string
  /** Headings in a tool card. */
  readonly arguments: string
  readonly result: string
  /** Name of a tool's progress bar. */
  readonly progress: string
  /** How long a tool took, from milliseconds. */
  readonly duration: (ms: number) => string

  /** Texts of `Markdown` to use instead of the English ones. */
  readonly markdown: Partial<MarkdownStrings>
}

/** The texts that are used where none are given. */
export const englishChat: ChatStrings = {
  title: 'Assistant',
  open: 'Open assistant',
  close: 'Close assistant',
  resize: 'Width of the assistant',
  conversation: 'Conversation',
  messages: 'Messages',
  user: 'You',
  assistant: 'Assistant',
  app: 'From the page',
  emptyTitle: 'How can I help?',
  emptyText: 'Ask a question, or say what should change on this page.',
  suggestions: 'Suggestions',
  jump: 'Jump to latest',
  message: 'Message',
  placeholder: 'Ask, or say what to do…',
  send: 'Send',
  queue: 'Send next',
  stop: 'Stop',
  completions: 'Suggestions for what you write',
  attach: 'Add files',
  dictate: 'Dictate',
  attachments: 'Files to send',
  removeFile: (name) => `Remove ${name}`,
  fileKind: (name) => `${name} was not added: files of this kind cannot be sent.`,
  fileSize: (name, maxBytes) =>
    `${name} was not added: it is larger than ${formatBytes(maxBytes)}.`,
  fileCount: (maxFiles) => `At most ${maxFiles} files go with one message.`,
  queued: 'Waiting for its turn',
  working: 'Working',
  usingTool: (title) => `Working: ${title}`,
  waiting: 'Waiting to try again',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Something went wrong',
  errorTitle: 'Something went wrong',
  unknownError: 'No reason was given.',
  retry: 'Retry',
  thinking: 'Thinking',
  reasoning: 'Reasoning',
  cut: 'Stopped before the end',
  tooLong: 'The answer reached its length limit',
  filtered: 'The provider withheld the rest',
  toolPreparing: 'Preparing',
  toolPending: 'Waiting',
  toolRunning: 'Running',
  toolSucceeded: 'Done',
  toolFailed: 'Failed',
  toolCancelled: 'Cancelled',
  undo: 'Undo',
  undoAll: 'Undo all',
  undoing: 'Undoing',
  undone: 'Undone',
  undoFailed: (reason) => `Could not be undone: ${reason}`,
  arguments: 'Arguments',
  result: 'Result',
  progress: 'Progress',
  duration: formatDuration,
  markdown: {},
}

function formatDuration(ms: number): string {
  const isShort = ms < 1000
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1000)
}

const formatBytes = (bytes: number): string =>
  new Intl.NumberFormat('en', {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000)

import { formatDuration } from '../units.ts'
import { englishShell } from './shell-strings.ts'

/** The texts of the frame, the launcher, the conversation and its views, and the current work. */
export interface FrameStrings {
  /** The name of the dialog or panel, also shown as its heading. */
  readonly title: string
  /** The name of the launcher button. */
  readonly open: string
  /** The name of the button that closes the popup or sidebar. */
  readonly close: string
  /** The name of the edge that changes a sidebar's width. */
  readonly resize: string
  /** The name of the region that scrolls. */
  readonly conversation: string
  /** The name of the log of messages, inside the region `conversation`. */
  readonly messages: string
  /** The heading and the text before the first message. */
  readonly emptyTitle: string
  readonly emptyText: string
  /** The name of the list of suggestions. */
  readonly suggestions: string
  /** The buttons that lead to the latest message, and to what waits for the user. */
  readonly jump: string
  readonly decide: string
  /** The button above the messages that draws those before them. */
  readonly showEarlier: string
  /** The name of the conversation's menu, then its entries. */
  readonly more: string
  readonly models: string
  readonly copyConversation: string
  readonly saveConversation: string
  /** The name of the list of the agent's abilities, and of the button that shows the list. */
  readonly abilities: string
  /** The text in place of an empty list of abilities. */
  readonly noAbilities: string
  /** The reason why a tool is off, if the application gives none. */
  readonly notNow: string
  /** The heading of what the user allowed without being asked again. */
  readonly remembered: string
  /** The time until which nobody is asked, from a time of day. */
  readonly allowedUntil: (time: string) => string
  /** The button that takes such an approval back, its accessible name, and what is spoken after. */
  readonly takeBack: string
  readonly takeBackOf: (tool: string) => string
  readonly tookBack: string
  /**
   * The status line while the agent works, while a tool runs, and between two tries. `done`,
   * `stopped` and `failed` are its texts at the end of a run.
   */
  readonly working: string
  readonly usingTool: (title: string) => string
  /** The text over the page while a tool of the scope with this label runs. */
  readonly workingOn: (label: string) => string
  /** The button over the page that opens the chat, while the agent waits for the user. */
  readonly answer: string
  readonly waiting: string
  /** The time left, beside `waiting`. The text changes each second and is not spoken. */
  readonly waitingFor: (seconds: number) => string
  /** The status line while the agent waits for the network. */
  readonly offline: string
  /** The status line while the agent waits for the user's answer. */
  readonly waitingForUser: string
  readonly done: string
  readonly stopped: string
  readonly failed: string
  /** The text while the chat itself is fetched. */
  readonly loading: string
}

export const englishFrame: FrameStrings = {
  ...englishShell,
  resize: 'Width of the assistant',
  conversation: 'Conversation',
  messages: 'Messages',
  emptyTitle: 'How can I help?',
  emptyText: 'Ask a question, or say what should change on this page.',
  suggestions: 'Suggestions',
  jump: 'Jump to latest',
  decide: 'Needs your decision',
  showEarlier: 'Show earlier messages',
  more: 'More',
  models: 'Models',
  copyConversation: 'Copy conversation as Markdown',
  saveConversation: 'Save conversation as Markdown',
  abilities: 'What it can do here',
  noAbilities: 'On this page it can only talk.',
  notNow: 'Not available now',
  remembered: 'Allowed without asking',
  allowedUntil: (time) => `Allowed without asking until ${time}`,
  takeBack: 'Take back',
  takeBackOf: (tool) => `Take back: ${tool}`,
  tookBack: 'Taken back',
  usingTool: (title) => `Working: ${title}`,
  workingOn: (label) => `Working on ${label}`,
  answer: 'Answer',
  waiting: 'Waiting to try again',
  waitingFor: (seconds) => formatDuration(seconds * 1000),
  offline: 'Offline. It goes on when the network is back',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Something went wrong',
}

import type { ChatStrings } from './chat-strings.ts'

/** The texts that the page may show before the panel is fetched. */
export type ShellStrings = Pick<
  ChatStrings,
  | 'title'
  | 'open'
  | 'close'
  | 'resize'
  | 'waitingForPerson'
  | 'working'
  | 'message'
  | 'placeholder'
  | 'send'
  | 'queued'
  | 'loading'
  | 'notLoaded'
  | 'retry'
  | 'reload'
  | 'tooOld'
>

/** Returns the texts in which an assistant has a name of its own. */
export const englishNamed = (name: string): Partial<ChatStrings> => ({
  title: name,
  assistant: name,
  open: `Open ${name}`,
  close: `Close ${name}`,
})

/** The part of `englishChat` that is there from the start. */
export const englishShell: ShellStrings = {
  title: 'Assistant',
  open: 'Open assistant',
  close: 'Close assistant',
  resize: 'Width of the assistant',
  waitingForPerson: 'Waiting for your answer',
  working: 'Working',
  message: 'Message',
  placeholder: 'Ask, or say what to do…',
  send: 'Send',
  queued: 'Waiting for its turn',
  loading: 'Loading…',
  notLoaded: 'This part of the assistant could not be loaded.',
  retry: 'Retry',
  reload: 'Reload the page',
  tooOld: 'This browser is too old for the assistant. Update the browser to use the assistant.',
}

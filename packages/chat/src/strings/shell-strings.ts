import type { ComposerStrings } from './composer-strings.ts'
import type { FrameStrings } from './frame-strings.ts'

// The texts that the page may show before the panel is fetched.

export const englishShell: Pick<
  FrameStrings,
  'title' | 'open' | 'close' | 'waitingForUser' | 'working' | 'loading'
> = {
  title: 'Assistant',
  open: 'Open assistant',
  close: 'Close assistant',
  waitingForUser: 'Waiting for your answer',
  working: 'Working',
  loading: 'Loading…',
}

export const englishField: Pick<ComposerStrings, 'message' | 'placeholder' | 'send' | 'queued'> = {
  message: 'Message',
  placeholder: 'Ask, or say what to do…',
  send: 'Send',
  queued: 'Waiting for its turn',
}

export const englishLate = {
  /**
   * The message in place of a part that could not be fetched. The buttons are `retry` and `reload`.
   */
  partNotLoaded: 'This part of the assistant could not be loaded.',
  retry: 'Retry',
  /** The button that reloads the page, beside `retry`. */
  reload: 'Reload the page',
  /** The sentence in place of the chat in a browser that is too old for the agent. */
  tooOld: 'This browser is too old for the assistant. Update it.',
}

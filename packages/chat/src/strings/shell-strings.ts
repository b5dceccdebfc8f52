import type { ComposerStrings } from './composer-strings.ts'
import type { FrameStrings } from './frame-strings.ts'
import type { ProblemStrings } from '../transcript/problem-strings.ts'

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

export const englishLate: Pick<ProblemStrings, 'partNotLoaded' | 'retry' | 'reload' | 'tooOld'> = {
  partNotLoaded: 'This part of the assistant could not be loaded.',
  retry: 'Retry',
  reload: 'Reload the page',
  tooOld: 'This browser is too old for the assistant. Update it.',
}

import { formatDuration, formatTime } from '../units.ts'

/** The texts of the cards of calls, and of the line that tells of several steps. */
export interface CallStrings {
  /**
   * The line of a run with several steps: their number, the time of their tools, and the step that
   * runs. Then the numbers of steps that failed and that were undone.
   */
  readonly steps: (count: number) => string
  readonly stepsTime: (ms: number) => string
  readonly step: (at: number, title: string) => string
  readonly stepsFailed: (count: number) => string
  readonly stepsUndone: (count: number) => string
  /** The line of steps that are all undone, from their number. */
  readonly allUndone: (count: number) => string
  /** The states of a tool call, in words. */
  readonly toolPreparing: string
  readonly toolPending: string
  readonly toolRunning: string
  readonly toolAwaiting: string
  readonly toolSucceeded: string
  readonly toolFailed: string
  readonly toolStale: string
  readonly toolDenied: string
  readonly toolCancelled: string
  /** The state of a call whose page ended before the call did. */
  readonly toolInterrupted: string
  /** The heading of the calls inside a call, and the button that stops a call with these. */
  readonly innerSteps: string
  readonly stopStep: (title: string) => string
  /** The buttons that undo one call and a whole run, then the states of an undo on a card. */
  readonly undo: string
  readonly undoAll: string
  readonly undoing: string
  readonly undone: string
  readonly undoFailed: (reason: string) => string
  /** The texts about an undo in the conversation, from the names of the calls, or `steps`. */
  readonly undoneCalls: (calls: string) => string
  readonly notUndoneCalls: (calls: string) => string
  readonly leftCalls: (calls: string) => string
  /** The heading of a call's arguments in its card. `result` is the heading of the result. */
  readonly arguments: string
  /** The headings of arguments that a user changed: those that ran, then the model's. */
  readonly changedArguments: string
  readonly askedArguments: string
  readonly result: string
  /** The heading of the text that the model got about a call that did not succeed. */
  readonly toldModel: string
  /** The name of a tool's progress bar. */
  readonly progress: string
  /** The duration of a tool call, from milliseconds. */
  readonly duration: (ms: number) => string
}

export const englishCalls: CallStrings = {
  steps: (count) => `${count} steps`,
  stepsTime: formatTime,
  step: (at, title) => `Step ${at}: ${title}`,
  stepsFailed: (count) => `${count} failed`,
  stepsUndone: (count) => `${count} undone`,
  allUndone: (count) => `${count} steps, undone`,
  toolPreparing: 'Preparing',
  toolPending: 'Waiting',
  toolRunning: 'Running',
  toolAwaiting: 'Needs your decision',
  toolSucceeded: 'Done',
  toolFailed: 'Failed',
  toolStale: 'Not done',
  toolDenied: 'Denied',
  toolCancelled: 'Cancelled',
  toolInterrupted: 'Interrupted',
  innerSteps: 'Steps',
  stopStep: (title) => `Stop “${title}”`,
  undo: 'Undo',
  undoAll: 'Undo all',
  undoing: 'Undoing',
  undone: 'Undone',
  undoFailed: (reason) => `Could not be undone: ${reason}`,
  undoneCalls: (calls) => `Undone: ${calls}.`,
  notUndoneCalls: (calls) => `Could not be undone: ${calls}.`,
  leftCalls: (calls) => `Still in effect: ${calls}.`,
  arguments: 'Arguments',
  changedArguments: 'Arguments, as changed',
  askedArguments: 'What the model asked for',
  result: 'Result',
  toldModel: 'What the model was told',
  progress: 'Progress',
  duration: formatDuration,
}

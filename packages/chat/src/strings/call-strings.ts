import { formatDuration, formatTime } from '../units.ts'

export const englishCalls = {
  /**
   * The line of a run with several steps: their number, the time of their tools, and the step that
   * runs. Then the numbers of steps that failed and that were undone.
   */
  steps: (count: number): string => `${count} steps`,
  stepsTime: formatTime as (ms: number) => string,
  step: (at: number, title: string): string => `Step ${at}: ${title}`,
  stepsFailed: (count: number): string => `${count} failed`,
  stepsUndone: (count: number): string => `${count} undone`,
  /** The line of steps that are all undone, from their number. */
  allUndone: (count: number): string => `${count} steps, undone`,
  /** The states of a tool call, in words. */
  toolPreparing: 'Preparing',
  toolPending: 'Waiting',
  toolRunning: 'Running',
  toolAwaiting: 'Needs your decision',
  toolSucceeded: 'Done',
  toolFailed: 'Failed',
  toolStale: 'Not done',
  toolDenied: 'Denied',
  toolCancelled: 'Cancelled',
  /** The state of a call whose page ended before the call did. */
  toolInterrupted: 'Interrupted',
  /** The heading of the calls inside a call, and the button that stops a call with these. */
  innerSteps: 'Steps',
  stopStep: (title: string): string => `Stop “${title}”`,
  /** The buttons that undo one call and a whole run, then the states of an undo on a card. */
  undo: 'Undo',
  undoAll: 'Undo all',
  undoing: 'Undoing',
  undone: 'Undone',
  undoFailed: (reason: string): string => `Could not be undone: ${reason}`,
  /** The texts about an undo in the conversation, from the names of the calls, or `steps`. */
  undoneCalls: (calls: string): string => `Undone: ${calls}.`,
  notUndoneCalls: (calls: string): string => `Could not be undone: ${calls}.`,
  leftCalls: (calls: string): string => `Still in effect: ${calls}.`,
  /** The heading of a call's arguments in its card. `result` is the heading of the result. */
  arguments: 'Arguments',
  /** The headings of arguments that a user changed: those that ran, then the model's. */
  changedArguments: 'Arguments, as changed',
  askedArguments: 'What the model asked for',
  result: 'Result',
  /** The heading of the text that the model got about a call that did not succeed. */
  toldModel: 'What the model was told',
  /** The name of a tool's progress bar. */
  progress: 'Progress',
  /** The duration of a tool call, from milliseconds. */
  duration: formatDuration as (ms: number) => string,
}

/** The texts of the cards of calls, and of the line that tells of several steps. */
export type CallStrings = Readonly<typeof englishCalls>

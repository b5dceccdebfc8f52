/** The texts of the line that tells of a run with several steps. */
export interface StepStrings {
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
}

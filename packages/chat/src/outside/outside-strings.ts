/** The texts about callers from outside of the page, such as the agent of the browser. */
export interface OutsideStrings {
  /** The line while a call runs, from the title of its tool. */
  readonly outsideWorking: (title: string) => string
  /** The line after the calls, from their number. */
  readonly outsideWorked: (count: number) => string
  /** The line while callers from outside are stopped. */
  readonly outsideStopped: string
  /** The button that stops them, and the button that lets them call again. */
  readonly outsideStop: string
  readonly outsideAllow: string
}

export const englishOutside: OutsideStrings = {
  outsideWorking: (title) => `An agent outside this page: ${title}`,
  outsideWorked: (count) =>
    count === 1
      ? '1 call by an agent outside this page'
      : `${count} calls by an agent outside this page`,
  outsideStopped: 'Agents outside this page are stopped',
  outsideStop: 'Stop it',
  outsideAllow: 'Allow again',
}

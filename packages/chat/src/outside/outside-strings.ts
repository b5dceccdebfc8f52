export const englishOutside = {
  /** The line while a call runs, from the title of its tool. */
  outsideWorking: (title: string): string => `An agent outside this page: ${title}`,
  /** The line after the calls, from their number. */
  outsideWorked: (count: number): string =>
    count === 1
      ? '1 call by an agent outside this page'
      : `${count} calls by an agent outside this page`,
  /** The line while callers from outside are stopped. */
  outsideStopped: 'Agents outside this page are stopped',
  /** The button that stops them, and the button that lets them call again. */
  outsideStop: 'Stop it',
  outsideAllow: 'Allow again',
}

/** The texts about callers from outside of the page, such as the agent of the browser. */
export type OutsideStrings = Readonly<typeof englishOutside>

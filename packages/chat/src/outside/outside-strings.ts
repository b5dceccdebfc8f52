/** The texts about callers from outside of the page, such as the agent of the browser. */
export interface OutsideStrings {
  /** The line while a call runs, from the title of its tool. */
  readonly working: (title: string) => string
  /** The line after the calls, from their number. */
  readonly worked: (count: number) => string
  /** The line while callers from outside are stopped. */
  readonly stopped: string
  /** The button that stops them, and the button that lets them call again. */
  readonly stop: string
  readonly allow: string
}

export const englishOutside: OutsideStrings = {
  working: (title) => `An agent outside this page: ${title}`,
  worked: (count) =>
    count === 1
      ? '1 call by an agent outside this page'
      : `${count} calls by an agent outside this page`,
  stopped: 'Agents outside this page are stopped',
  stop: 'Stop it',
  allow: 'Allow again',
}

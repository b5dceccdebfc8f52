import type { StorageDegradation } from '@ambit/core/storage'
import { startOfDay } from './start-of-day.ts'

/** All texts of the list of sessions. */
export interface SessionStrings {
  /** The name of the list of stored sessions, and of the button that shows the list. */
  readonly sessions: string
  /** The notice that the last run was cut short, and the button that resumes the run. */
  readonly interrupted: string
  readonly resume: string
  /** The notice about data that the storage does not keep, and the button that dismisses it. */
  readonly notStored: (what: StorageDegradation) => string
  readonly dismiss: string
  readonly create: string
  /** The text in place of the title of a session that has none. */
  readonly untitled: string
  readonly rename: (title: string) => string
  /** The name of the field for a new title, and of the button that saves the title. */
  readonly title: string
  readonly keep: string
  readonly delete: (title: string) => string
  /** The question before a session is deleted for good, and the button that deletes it. */
  readonly askDelete: string
  readonly deleteForGood: string
  /**
   * The time of a session's last use, as short as it can be said at the time `now`. Both are
   * milliseconds since the Unix epoch.
   */
  readonly used: (at: number, now: number) => string
  /** The headings of the list, by the last use: the 7 and the 30 days before today, then months. */
  readonly today: string
  readonly yesterday: string
  readonly lastDays: string
  readonly lastWeeks: string
  readonly month: (at: number, now: number) => string
  /** The texts in place of the list: it is empty, or could not be read. */
  readonly none: string
  readonly notRead: (reason: string) => string
  /** The name of the field that searches the list. */
  readonly search: string
  /**
   * The outcome of a search, which is spoken: the number of conversations found, and if there are
   * more. `noneFound` is also in place of the list.
   */
  readonly found: (count: number, hasMore: boolean) => string
  readonly noneFound: (query: string) => string
  /** The text under a run that was stopped by opening another session. The list says `stopped`. */
  readonly leftRun: string
  /** The text in the new session that takes the place of one that was deleted elsewhere. */
  readonly deletedElsewhere: string
  /** The button that adds older conversations to the list. */
  readonly older: string
}

const english = (at: number, form: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', form).format(at)

/** Returns the form of a year that is not the current one. */
const yearOf = (at: number, now: number): 'numeric' | undefined =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'

/** Returns the time of a day in the last two days, the day in the last week, or else the date. */
function formOf(at: number, now: number): Intl.DateTimeFormatOptions {
  if (at >= startOfDay(now, 1)) return { hour: 'numeric', minute: '2-digit' }
  if (at > startOfDay(now, 7)) return { weekday: 'short' }
  return { month: 'short', day: 'numeric', year: yearOf(at, now) }
}

export const englishSessions: SessionStrings = {
  sessions: 'Conversations',
  interrupted: 'This was cut short before it was done.',
  resume: 'Go on',
  notStored: ({ message }) => message,
  dismiss: 'Dismiss',
  create: 'New conversation',
  untitled: 'Untitled',
  rename: (title) => `Rename “${title}”`,
  title: 'Title',
  keep: 'Save',
  delete: (title) => `Delete “${title}”`,
  askDelete: 'Delete this conversation?',
  deleteForGood: 'Delete',
  used: (at, now) => english(at, formOf(at, now)),
  today: 'Today',
  yesterday: 'Yesterday',
  lastDays: 'Previous 7 days',
  lastWeeks: 'Previous 30 days',
  month: (at, now) => english(at, { month: 'long', year: yearOf(at, now) }),
  none: 'No conversation has been stored yet.',
  notRead: (reason) => `The conversations could not be read. ${reason}`,
  search: 'Search conversations',
  found: (count, hasMore) =>
    `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'conversation' : 'conversations'}`,
  noneFound: (query) => `No conversations with “${query}”.`,
  leftRun: 'Stopped, because you opened another conversation.',
  deletedElsewhere: 'The conversation was deleted elsewhere.',
  older: 'Show older',
}

import type { StorageDegradation } from '@ambit/core/storage'
import { startOfDay } from './start-of-day.ts'

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

export const englishSessions = {
  /** The name of the list of stored sessions, and of the button that shows the list. */
  sessions: 'Conversations',
  /** The notice that the last run was cut short, and the button that resumes the run. */
  interrupted: 'This was cut short before it was done.',
  resume: 'Go on',
  /** The notice about data that the storage does not keep, and the button that dismisses it. */
  notStored: ({ message }: StorageDegradation): string => message,
  dismiss: 'Dismiss',
  create: 'New conversation',
  /** The text in place of the title of a session that has none. */
  untitled: 'Untitled',
  rename: (title: string): string => `Rename “${title}”`,
  /** The name of the field for a new title, and of the button that saves the title. */
  title: 'Title',
  keep: 'Save',
  delete: (title: string): string => `Delete “${title}”`,
  /** The question before a session is deleted for good, and the button that deletes it. */
  askDelete: 'Delete this conversation?',
  deleteForGood: 'Delete',
  /**
   * The time of a session's last use, as short as it can be said at the time `now`. Both are
   * milliseconds since the Unix epoch.
   */
  used: (at: number, now: number): string => english(at, formOf(at, now)),
  /** The headings of the list, by the last use: the 7 and the 30 days before today, then months. */
  today: 'Today',
  yesterday: 'Yesterday',
  lastDays: 'Previous 7 days',
  lastWeeks: 'Previous 30 days',
  month: (at: number, now: number): string => english(at, { month: 'long', year: yearOf(at, now) }),
  /** The texts in place of the list: it is empty, or could not be read. */
  none: 'No conversation has been stored yet.',
  notRead: (reason: string): string => `The conversations could not be read. ${reason}`,
  /** The name of the field that searches the list. */
  search: 'Search conversations',
  /**
   * The outcome of a search, which is spoken: the number of conversations found, and if there are
   * more. `noneFound` is also in place of the list.
   */
  found: (count: number, hasMore: boolean): string =>
    `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'conversation' : 'conversations'}`,
  noneFound: (query: string): string => `No conversations with “${query}”.`,
  /** The text under a run that was stopped by opening another session. The list says `stopped`. */
  leftRun: 'Stopped, because you opened another conversation.',
  /** The text in the new session that takes the place of one that was deleted elsewhere. */
  deletedElsewhere: 'The conversation was deleted elsewhere.',
  /** The button that adds older conversations to the list. */
  older: 'Show older',
}

/** All texts of the list of sessions. */
export type SessionStrings = Readonly<typeof englishSessions>

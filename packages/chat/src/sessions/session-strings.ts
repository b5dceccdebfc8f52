/** All texts of the list of sessions. */
export interface SessionStrings {
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
  /** The time of a session's last use, from milliseconds since the Unix epoch. */
  readonly used: (at: number) => string
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
  /** The button that adds older conversations to the list. */
  readonly older: string
}

export const englishSessions: SessionStrings = {
  create: 'New conversation',
  untitled: 'Untitled',
  rename: (title) => `Rename “${title}”`,
  title: 'Title',
  keep: 'Save',
  delete: (title) => `Delete “${title}”`,
  askDelete: 'Delete this conversation?',
  deleteForGood: 'Delete',
  used: (at) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at),
  none: 'No conversation has been stored yet.',
  notRead: (reason) => `The conversations could not be read. ${reason}`,
  search: 'Search conversations',
  found: (count, hasMore) =>
    `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'conversation' : 'conversations'}`,
  noneFound: (query) => `No conversations with “${query}”.`,
  older: 'Show older',
}

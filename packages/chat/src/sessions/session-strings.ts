/** Every text of the list of conversations. */
export interface SessionStrings {
  readonly create: string
  /** In place of the title of a session that has none. */
  readonly untitled: string
  readonly rename: (title: string) => string
  /** Name of the field for a new title, and of the button that keeps it. */
  readonly title: string
  readonly keep: string
  readonly delete: (title: string) => string
  /** Asked before a session is gone for good; then what is pressed. */
  readonly askDelete: string
  readonly deleteForGood: string
  /** When a session was last used, from milliseconds since the Unix epoch. */
  readonly used: (at: number) => string
  /** In place of the list: it is empty, or could not be read. */
  readonly none: string
  readonly notRead: (reason: string) => string
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
}

import { type SessionStore, sqliteSessions } from '@ambit/proxy/sessions'
import type { Database } from './database.ts'

/**
 * The variables that name the place of the conversations: the server in `DATABASE_URL`, else the
 * file in `AMBIT_SESSIONS`.
 */
export type SessionVariables = Readonly<Partial<Record<'DATABASE_URL' | 'AMBIT_SESSIONS', string>>>

/** Returns the store of the conversations; undefined if the variables name no place for them. */
export function storeOf(
  { DATABASE_URL, AMBIT_SESSIONS }: SessionVariables,
  open: () => Promise<Database>,
): SessionStore | undefined {
  if (!DATABASE_URL) return AMBIT_SESSIONS ? sqliteSessions(AMBIT_SESSIONS) : undefined
  // A server that does not answer now may answer the next request.
  const opened = async (): Promise<SessionStore> => {
    const { sessions } = await open()
    if (!sessions) throw new Error('This database keeps no conversations.')
    return sessions
  }
  return {
    transaction: async (subject, work) => (await opened()).transaction(subject, work),
    listen: async (onEvent, onMissed) => (await opened()).listen(onEvent, onMissed),
  }
}

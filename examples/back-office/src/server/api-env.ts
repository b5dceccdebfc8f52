import type { User } from '../shared/user.ts'
import type { Database } from './database.ts'

/** The variables that every route can read. */
export interface ApiEnv {
  Variables: { database: Database; user: User }
}

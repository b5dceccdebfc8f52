import type { User } from '../shared/user.ts'
import type { Database } from './database.ts'

/** What every route finds. */
export interface ApiEnv {
  Variables: { database: Database; user: User }
}

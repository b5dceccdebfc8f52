import { type Unavailable, unavailable } from 'ambit'
import { createContext, use } from 'react'
import { mayChange, type User } from '../shared/user.ts'

export const UserContext = createContext<User | null>(null)

export function useUser(): User {
  const user = use(UserContext)
  if (!user) throw new Error('Nobody is signed in here.')
  return user
}

/** Returns true, or the reason why the user may change nothing: for buttons and for tools. */
export function useMayChange(): true | Unavailable {
  const user = useUser()
  return mayChange(user) || unavailable(`The role “${user.role}” may look, and change nothing`)
}

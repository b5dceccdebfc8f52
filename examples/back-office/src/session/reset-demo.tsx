import { type ReactElement, useTransition } from 'react'
import { sessionsOf } from '../agent.ts'
import { resetDemo } from '../api/changes.ts'
import { mayChange } from '../shared/user.ts'
import { openAnew } from './open-anew.ts'
import { useUser } from './user-context.ts'

/** Puts the data of the shop back to what it was at first, and ends the conversations. */
export function ResetDemo(): ReactElement | null {
  const user = useUser()
  const [isPending, start] = useTransition()
  if (!mayChange(user)) return null
  const reset = async (): Promise<void> => {
    await resetDemo()
    await sessionsOf(user).wipe()
    openAnew()
  }
  return (
    <button disabled={isPending} onClick={() => start(reset)}>
      Reset the demo
    </button>
  )
}

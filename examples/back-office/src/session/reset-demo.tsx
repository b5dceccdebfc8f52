import { useAgent } from 'ambit/react'
import { type ReactElement, useTransition } from 'react'
import { deleteSessions } from '../agent.ts'
import { resetDemo } from '../api/changes.ts'
import { mayChange } from '../shared/user.ts'
import { openAnew } from './open-anew.ts'
import { useUser } from './user-context.ts'

/** Puts the data of the shop back to what it was at first, and ends the conversations. */
export function ResetDemo(): ReactElement | null {
  const user = useUser()
  const { agent } = useAgent()
  const [isPending, start] = useTransition()
  if (!mayChange(user)) return null
  const reset = async (): Promise<void> => {
    await resetDemo()
    await deleteSessions(agent, user)
    openAnew()
  }
  return (
    <button disabled={isPending} onClick={() => start(reset)}>
      Reset the demo
    </button>
  )
}

import { useAgent } from 'ambit/react'
import { type ReactElement, useRef, useTransition } from 'react'
import { deleteSessions } from '../agent.ts'
import { resetDemo } from '../api/changes.ts'
import { mayChange } from '../shared/user.ts'
import { openAnew } from './open-anew.ts'
import { useUser } from './user-context.ts'

/** Asks, puts the data of the shop back to what it was at first, and ends the conversations. */
export function ResetDemo(): ReactElement | null {
  const user = useUser()
  const { agent } = useAgent()
  const [isPending, start] = useTransition()
  const dialog = useRef<HTMLDialogElement>(null)
  if (!mayChange(user)) return null
  const reset = async (): Promise<void> => {
    await resetDemo()
    await deleteSessions(agent, user)
    openAnew()
  }
  return (
    <>
      <button disabled={isPending} onClick={() => dialog.current?.showModal()}>
        Reset the demo
      </button>
      <dialog ref={dialog} className="panel" aria-labelledby="reset">
        <form method="dialog" className="form">
          <h2 id="reset">Reset the demo?</h2>
          <p className="quiet">
            All data becomes what it was at first, and your conversations are deleted. This cannot
            be undone.
          </p>
          <div className="row">
            <button>Keep everything</button>
            <button className="primary" onClick={() => start(reset)}>
              Reset
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

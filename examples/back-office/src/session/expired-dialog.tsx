import { type ReactElement, useEffect, useRef } from 'react'
import { answerExpired, useExpired } from './fetch-signed-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useUser } from './user-context.ts'

/**
 * Shows the sign-in over everything else, the chat included. After the sign-in, waiting requests
 * continue.
 */
export function ExpiredDialog(): ReactElement | null {
  const { isExpired } = useExpired()
  const { email } = useUser()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isExpired) dialog.current?.showModal()
  }, [isExpired])
  if (!isExpired) return null
  return (
    <dialog
      ref={dialog}
      className="panel"
      aria-labelledby="expired"
      onClose={() => answerExpired(false)}
    >
      <h2 id="expired">Your session has expired</h2>
      <p className="quiet">Sign in as {email}, and everything goes on where it was.</p>
      <SignInForm email={email} onDone={() => answerExpired(true)}>
        <button type="button" onClick={() => answerExpired(false)}>
          Not now
        </button>
      </SignInForm>
    </dialog>
  )
}

import type { PendingSignIn } from '@ambit/core'
import { usePending } from '@ambit/react'
import { type ReactElement, useState } from 'react'
import { renderPart, type PartProps } from '../part.ts'
import { shownName } from '../approval/shown-value.ts'
import { englishSignIns } from './sign-in-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `SignInOffers`. `failed`: a try has failed. */
export type SignInOffersState = { readonly status: 'waiting' | 'failed' }

/** The props of `SignInOffers`. */
export type SignInOffersProps = PartProps<SignInOffersState>

/** Shows what waits for the user to sign in, each with a button. Renders nothing without any. */
export function SignInOffers(props: SignInOffersProps): ReactElement | null {
  const waiting = usePending('signIn')
  if (waiting.length === 0) return null
  return renderPart(
    'div',
    'sign-ins',
    props,
    { status: waiting.some(({ problem }) => problem !== undefined) ? 'failed' : 'waiting' },
    { children: waiting.map((offer) => <Offer key={offer.id} offer={offer} />) },
  )
}

function Offer({ offer }: { readonly offer: PendingSignIn }): ReactElement {
  const [running, setRunning] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const words = useWords('pending', englishSignIns)
  const label = shownName(offer.label, 60)
  const problem = offer.problem ?? (hasFailed ? words.signInFailed : undefined)
  // A second press opens a second window: the first may be lost behind others.
  const press = async (): Promise<void> => {
    setFailed(false)
    setRunning((count) => count + 1)
    try {
      await offer.start()
    } catch {
      setFailed(true)
    } finally {
      setRunning((count) => count - 1)
    }
  }
  return (
    <div>
      <p role="status" dir="auto">
        {running > 0 ? words.signInRunning(label) : (problem ?? words.signInWaiting(label))}
      </p>
      <button type="button" className="ambit-button" onClick={() => void press()}>
        {words.signIn(label)}
      </button>
    </div>
  )
}

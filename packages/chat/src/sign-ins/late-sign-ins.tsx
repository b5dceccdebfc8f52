import { usePending } from '@ambit/react'
import type { ReactElement } from 'react'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'

const LateOffers = latePart(lateParts, ({ SignInOffers }) => SignInOffers)

/** Shows `SignInOffers`, which is fetched when something first waits for the user to sign in. */
export function LateSignIns(): ReactElement | null {
  return usePending('signIn').length > 0 ? <LateOffers /> : null
}

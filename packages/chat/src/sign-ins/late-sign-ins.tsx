import { type ReactElement, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'

const LateOffers = latePart(lateParts, ({ SignInOffers }) => SignInOffers)

/** Shows `SignInOffers`, which is fetched when something first waits for the person to sign in. */
export function LateSignIns(): ReactElement | null {
  const { pending } = useChat().agent
  const isAny = (): boolean => pending.list('signIn').length > 0
  return useSyncExternalStore(pending.subscribe, isAny, isAny) ? <LateOffers /> : null
}

import { useLayoutEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { SteadyWatch, type Steadiness } from './steady-watch.ts'

/** The readiness of the allow button, and the check of a press on it. */
export interface AllowGuard {
  readonly steadiness: Steadiness
  /**
   * Tells if the person made the event, on a button that they have seen for half a second. The
   * second click of a double click does not count.
   */
  readonly isMeant: (event: SyntheticEvent) => boolean
  /** True once a press of the person did not count, until the guard begins anew. */
  readonly hasMissed: boolean
  /** Scrolls to the first fact that was not in view; to the button once all of them were. */
  readonly showUnseen: () => void
}

/**
 * Guards the allow button of a card, from the moment when the card is on the page. Begins anew for
 * another request in the same card.
 */
export function useAllowGuard(card: RefObject<HTMLElement | null>, requestId: string): AllowGuard {
  const [steadiness, setSteadiness] = useState<Steadiness>('settling')
  const [missed, setMissed] = useState<string>()
  const watched = useRef<{ readonly requestId: string; readonly watch: SteadyWatch }>(undefined)
  // A layout effect, so that no press falls between the new request and the new watch.
  useLayoutEffect(() => {
    if (!card.current) return undefined
    const watch = new SteadyWatch(card.current, setSteadiness)
    watched.current = { requestId, watch }
    return () => {
      watch.stop()
      watched.current = undefined
    }
  }, [card, requestId])
  const isMeant = ({ nativeEvent }: SyntheticEvent): boolean => {
    if (!nativeEvent.isTrusted) return false
    const isSecond = nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
    const own = watched.current
    const counts = !isSecond && own?.requestId === requestId && own.watch.isReady()
    setMissed(counts ? undefined : requestId)
    return counts
  }
  const showUnseen = (): void => watched.current?.watch.showUnseen()
  return { steadiness, isMeant, hasMissed: missed === requestId, showUnseen }
}

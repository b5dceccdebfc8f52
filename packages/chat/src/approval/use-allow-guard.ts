import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { SteadyWatch, type Steadiness } from './steady-watch.ts'

/** The readiness of the allow button, and the check of a press on it. */
export interface AllowGuard {
  readonly steadiness: Steadiness
  /**
   * Tells if the person made the event, on a button that they have seen for half a second. The
   * second click of a double click does not count.
   */
  readonly isMeant: (event: SyntheticEvent) => boolean
}

/** Guards the allow button of a card, from the moment when the card is on the page. */
export function useAllowGuard(card: RefObject<HTMLElement | null>): AllowGuard {
  const [steadiness, setSteadiness] = useState<Steadiness>('settling')
  const watch = useRef<SteadyWatch | undefined>(undefined)
  useEffect(() => {
    if (!card.current) return undefined
    const own = (watch.current = new SteadyWatch(card.current, setSteadiness))
    return () => {
      own.stop()
      watch.current = undefined
    }
  }, [card])
  const isMeant = ({ nativeEvent }: SyntheticEvent): boolean => {
    const isSecond = nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
    return nativeEvent.isTrusted && !isSecond && watch.current?.isReady() === true
  }
  return { steadiness, isMeant }
}

import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { SteadyWatch, type Steadiness } from './steady-watch.ts'

/** What decides whether a press that allows something is meant. */
export interface AllowGuard {
  readonly steadiness: Steadiness
  /** Whether the person themselves did it, on a button they have seen for half a second, and not by the second click of two. */
  readonly isMeant: (event: SyntheticEvent) => boolean
}

/** Guards what allows something in a card, from when the card is on the page. */
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

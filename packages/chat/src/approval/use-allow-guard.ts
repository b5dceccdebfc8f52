import { useLayoutEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { watchLostPress } from './lost-press.ts'
import { SteadyWatch, type Steadiness } from './steady-watch.ts'

/** The reason why a press did not count. */
export type Missed = Exclude<Steadiness, 'ready'>

/** The readiness of the allow button, and the check of a press on it. */
export interface AllowGuard {
  readonly steadiness: Steadiness
  /**
   * Whether the user made the event, on a button that they have seen for half a second. The
   * second click of a double click does not count. A press of the user that does not count is
   * told to `onMissed`, the button keeps the focus, and the half second begins anew.
   */
  readonly isMeant: (event: SyntheticEvent) => boolean
  /** The reason why the last press did not count, until one counts or the guard begins anew. */
  readonly missed: Missed | undefined
  /** Scrolls to the first fact that was not in view; to the button once all of them were. */
  readonly showUnseen: () => void
}

/** A press that did not count, and the request that it was for. */
interface MissedPress {
  readonly requestId: string
  readonly reason: Missed
}

/**
 * Guards the allow button of a card, from the moment when the card is on the page. Begins anew for
 * another request in the same card.
 */
export function useAllowGuard(
  card: RefObject<HTMLElement | null>,
  requestId: string,
  onMissed: (reason: Missed) => void,
): AllowGuard {
  const [steadiness, setSteadiness] = useState<Steadiness>('settling')
  const [missed, setMissed] = useState<MissedPress>()
  const watched = useRef<{ readonly requestId: string; readonly watch: SteadyWatch }>(undefined)
  const told = useRef(onMissed)
  useLayoutEffect(() => {
    told.current = onMissed
  })
  // A layout effect, so that no press falls between the new request and the new watch.
  useLayoutEffect(() => {
    if (!card.current) return undefined
    const watch = new SteadyWatch(card.current, setSteadiness)
    watched.current = { requestId, watch }
    const stop = watchLostPress(card.current, () => {
      watch.restart()
      setMissed({ requestId, reason: 'settling' })
      told.current('settling')
    })
    return () => {
      stop()
      watch.stop()
      watched.current = undefined
    }
  }, [card, requestId])
  const showUnseen = (): void => watched.current?.watch.showUnseen()
  const isMeant = ({ nativeEvent, currentTarget }: SyntheticEvent): boolean => {
    if (!nativeEvent.isTrusted) return false
    const isSecond = nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
    const own = watched.current
    const now = own?.requestId === requestId ? own.watch.check() : 'settling'
    if (now === 'ready' && !isSecond) {
      setMissed(undefined)
      return true
    }
    // Somebody who presses on and on must still have read what they allow.
    own?.watch.restart()
    const reason = now === 'ready' ? 'settling' : now
    setMissed({ requestId, reason })
    onMissed(reason)
    // Some browsers give a button that is clicked no focus, and the user presses it again.
    const isClick = nativeEvent instanceof MouseEvent && nativeEvent.detail > 0
    if (isClick && currentTarget instanceof HTMLElement)
      currentTarget.focus({ preventScroll: true })
    showUnseen()
    return false
  }
  const reason = missed?.requestId === requestId ? missed.reason : undefined
  return { steadiness, isMeant, missed: reason, showUnseen }
}

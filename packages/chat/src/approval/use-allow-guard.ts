import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Steadiness, SteadyWatch } from './steady-watch.ts'

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

/** The distance in pixels from which a button counts as moved under the pointer. */
const MOVED_PX = 2

/**
 * Watches for presses on the allow button that end without a click, because the page moved the
 * button meanwhile. A user who draws the pointer away from a button that stands still takes the
 * press back. Returns a function that ends the watch.
 */
function watchLostPress(card: HTMLElement, onLost: () => void): () => void {
  const { ownerDocument: page } = card
  let pressed: { readonly button: Element; readonly at: DOMRect } | undefined
  const onDown = ({ target, isTrusted, button }: PointerEvent): void => {
    const primary = target instanceof Element ? target.closest('[data-primary]') : null
    const isPress = isTrusted && button === 0 && primary !== null
    pressed = isPress ? { button: primary, at: primary.getBoundingClientRect() } : undefined
  }
  const onUp = (event: PointerEvent): void => {
    const { button, at } = pressed ?? {}
    pressed = undefined
    if (!button || !at) return
    const isOn = event.target instanceof Node && button.contains(event.target)
    if (!isOn && hasMoved(at, button.getBoundingClientRect())) onLost()
  }
  card.addEventListener('pointerdown', onDown)
  page.addEventListener('pointerup', onUp, true)
  return () => {
    card.removeEventListener('pointerdown', onDown)
    page.removeEventListener('pointerup', onUp, true)
  }
}

const hasMoved = (before: DOMRect, now: DOMRect): boolean =>
  Math.abs(now.x - before.x) > MOVED_PX || Math.abs(now.y - before.y) > MOVED_PX

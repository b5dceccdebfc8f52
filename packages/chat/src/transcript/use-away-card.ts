import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns the first card in a scrolled region that waits for the user, while none of the cards is
 * in view, not even in part.
 */
export function useAwayCard(
  region: RefObject<HTMLElement | null>,
  isAsked: boolean,
): HTMLElement | undefined {
  const [away, setAway] = useState<HTMLElement>()
  useEffect(() => {
    const scroller = region.current
    if (!isAsked || !scroller) return undefined
    const inView = new Set<Element>()
    let cards: readonly HTMLElement[] = []
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target)
          else inView.delete(target)
        }
        setAway(cards.some((card) => inView.has(card)) ? undefined : cards[0])
      },
      { root: scroller },
    )
    const look = (): void => {
      const found = [...scroller.querySelectorAll<HTMLElement>('.ambit-approval, .ambit-question')]
      if (found.length === cards.length && found.every((card, at) => card === cards[at])) return
      cards = found
      observer.disconnect()
      inView.clear()
      for (const card of cards) observer.observe(card)
      if (cards.length === 0) setAway(undefined)
    }
    const changes = new MutationObserver(look)
    changes.observe(scroller, { childList: true, subtree: true })
    look()
    return () => {
      changes.disconnect()
      observer.disconnect()
      setAway(undefined)
    }
  }, [region, isAsked])
  return away
}

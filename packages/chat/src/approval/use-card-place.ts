import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'

/**
 * Returns the calls, of those with a card to show, whose card this component shows. `isOwn`: the
 * component is the message of the calls. At most one component of a chat is told to show a card,
 * before the first paint.
 */
export function useCardPlace(callIds: readonly string[], isOwn: boolean): readonly string[] {
  const { cards } = useChat()
  const [place] = useState({ isOwn })
  const key = JSON.stringify(callIds)
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = idsOf(key).map((id) => cards.subscribe(id, listener))
      return () => stops.forEach((stop) => stop())
    },
    [cards, key],
  )
  useLayoutEffect(() => {
    const stops = idsOf(key).map((id) => cards.offer(id, place))
    return () => stops.forEach((stop) => stop())
  }, [cards, key, place])
  const read = (): string => JSON.stringify(callIds.filter((id) => cards.isChosen(id, place)))
  return idsOf(useSyncExternalStore(subscribe, read, () => '[]'))
}

const idsOf = (key: string): readonly string[] => JSON.parse(key) as string[]

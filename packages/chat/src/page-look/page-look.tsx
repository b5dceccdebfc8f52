import { useEffect } from 'react'
import { useShell } from '../chat-context.ts'
import { applyPageLook } from './apply-page-look.ts'
import { watchPageLook } from './watch-page-look.ts'

/**
 * Keeps the colours and the font of the surrounding chat those of the page, while the chat has the
 * theme `auto`. Renders nothing.
 */
export function PageLook(): null {
  const { root } = useShell()
  // The ref of an element around this one is set after the layout effects in here.
  useEffect(() => {
    const chat = root.current
    if (!chat) return undefined
    applyPageLook(chat)
    return watchPageLook(chat, () => applyPageLook(chat))
  }, [root])
  return null
}

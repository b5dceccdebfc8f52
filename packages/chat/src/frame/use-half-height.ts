import { useProvidedAgent } from '@ambit/react'
import { useLayoutEffect, type RefObject } from 'react'
import { runningCall } from '../acting/running-call.ts'
import { holdModal } from './hold-modal.ts'
import { moveFocus } from './move-focus.ts'

/**
 * Keeps the page behind a panel that fills a small screen from being reached, and shows what the
 * agent does there. The panel gets the attribute `data-half` as soon as a call of the chat changes
 * the page: by its effect, or by another address. The page then has its upper half, to be read and
 * used, and the panel is not modal. The panel fills the screen again when the user is asked, and
 * when a press on it has ended. Before its end, the press would hit another thing.
 */
export function useHalfHeight(panel: RefObject<HTMLElement | null>, modal: boolean): void {
  const agent = useProvidedAgent()
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    let letGo = holdModal(current)
    // A half panel of another agent has lost it, and React sees no other value.
    current.ariaModal = 'true'
    const halve = (): void => {
      letGo()
      current.setAttribute('data-half', '')
      current.ariaModal = null
    }
    const fill = (): void => {
      if (!current.hasAttribute('data-half')) return
      letGo = holdModal(current)
      current.removeAttribute('data-half')
      current.ariaModal = 'true'
      if (document.activeElement?.closest('[inert]')) moveFocus(current)
    }
    let { href } = location
    // The call during which the user filled the screen again.
    let left: string | undefined
    const onClick = (): void => {
      left = runningCall(agent.getState())?.callId
      fill()
    }
    const look = (): void => {
      const isAsked = agent.pending.getState().items.some(({ kind }) => kind !== 'signIn')
      const running = runningCall(agent.getState())
      const effect = running && agent.scopes.find(running.tool)?.tool.effect
      const isNew = running?.callId !== left
      const changes = location.href !== href || (isNew && effect !== undefined && effect !== 'read')
      ;({ href } = location)
      if (isAsked) fill()
      else if (changes) halve()
    }
    const stops = [agent.subscribe(look), agent.pending.subscribe(look)]
    current.addEventListener('click', onClick)
    return () => {
      for (const stop of stops) stop()
      current.removeEventListener('click', onClick)
      letGo()
      current.removeAttribute('data-half')
    }
  }, [agent, modal, panel])
}

import { useProvidedAgent } from '@ambit/react'
import { useLayoutEffect, type RefObject } from 'react'
import { runningCall } from '../acting/running-call.ts'

/**
 * Shows what the agent does behind a panel that fills a small screen. The panel gets the attribute
 * `data-half` as soon as a call of the chat changes the page: by its effect, or by another address.
 * The page then has its upper half. The panel fills the screen again when the person is asked, and
 * when a press on it has ended. Before its end, the press would hit another thing.
 */
export function useHalfHeight(panel: RefObject<HTMLElement | null>, modal: boolean): void {
  const agent = useProvidedAgent()
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    const fill = (): void => current.removeAttribute('data-half')
    let { href } = location
    // The call during which the person filled the screen again.
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
      else if (changes) current.setAttribute('data-half', '')
    }
    const stops = [agent.subscribe(look), agent.pending.subscribe(look)]
    current.addEventListener('click', onClick)
    return () => {
      for (const stop of stops) stop()
      current.removeEventListener('click', onClick)
      fill()
    }
  }, [agent, modal, panel])
}

import type { RememberedApproval } from '@ambit/core'
import { type ReactElement, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { wholeName } from '../approval/shown-value.ts'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { timeOf } from '../units.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSession } from '../use-activity.ts'

/**
 * Lists the tools about which nobody is asked again in the open conversation, each with its end and
 * a button that takes the approval back. Renders nothing if there are none.
 */
export function Remembered(): ReactElement | null {
  const { agent, announce } = useChat()
  const strings = useWords('chat', englishFrame)
  const { pending } = agent
  // Renders again when another conversation is opened.
  useSession(agent)
  const list = useRef<HTMLUListElement>(null)
  const read = (): readonly RememberedApproval[] => pending.getState().remembered
  const all = useSyncExternalStore(pending.subscribe, read, read)
  const rules = all.filter((rule) => isValid(rule, agent.sessions.current))
  useRenderAt(Math.min(...rules.map(({ expiresAt }) => expiresAt)))
  if (rules.length === 0) return null
  const takeBack = ({ id }: RememberedApproval): void => {
    // The button goes away. The focus stays in the view.
    const view = list.current?.closest<HTMLElement>('[tabindex]')
    pending.revoke(id)
    view?.focus()
    announce(strings.tookBack)
  }
  return (
    <div className="ambit-scope">
      <h4>{strings.remembered}</h4>
      <ul ref={list}>
        {rules.map((rule) => {
          const name = [rule.title, rule.key]
            .filter((text) => text !== undefined)
            .map((text) => wholeName(text))
            .join(' — ')
          return (
            <li key={rule.id}>
              <Icon name="note" />
              <span>
                <span className="ambit-ability">{name}</span>
                <span className="ambit-hint">{strings.allowedUntil(timeOf(rule.expiresAt))}</span>
              </span>
              <button
                type="button"
                className="ambit-button"
                aria-label={strings.takeBackOf(name)}
                onClick={() => takeBack(rule)}
              >
                {strings.takeBack}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The longest time that a timer of the browser can wait, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/** Renders again at a time, in milliseconds since the Unix epoch. Never at `Infinity`. */
function useRenderAt(at: number): void {
  const [, renderAgain] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    if (at === Infinity) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      const leftMs = at - Date.now()
      // A timer may come early, or be too short for the whole wait.
      if (leftMs > 0) timer = setTimeout(wait, Math.min(leftMs, LONGEST_MS))
      else renderAgain()
    }
    wait()
    return () => clearTimeout(timer)
  }, [at])
}

const isValid = ({ expiresAt, sessionId }: RememberedApproval, open: string): boolean =>
  expiresAt > Date.now() && (sessionId === undefined || sessionId === open)

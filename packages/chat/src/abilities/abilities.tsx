'use client'
import type { RememberedApproval, ScopeView } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { type ReactElement, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { type PartProps, renderPart } from '../part.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { wholeName } from '../approval/shown-value.ts'
import { useChat } from '../chat-context.ts'
import { timeOf } from '../units.ts'
import { useSession } from '../use-activity.ts'

/** The state of `Chat.Abilities`. */
export type AbilitiesState = { readonly empty: boolean }

/** The props of `Chat.Abilities`. */
export type AbilitiesProps = PartProps<AbilitiesState, 'section'>

/**
 * Lists what the agent can do on the page now: each scope with its tools. A tool that is off has
 * the reason beside it. What the user allowed without being asked again stands first.
 */
export function Abilities(props: AbilitiesProps): ReactElement {
  const strings = useWords('chat', englishFrame)
  const scopes = useAgent((state) => state.scopes).filter(({ tools }) => tools.length > 0)
  const empty = scopes.length === 0
  return renderPart(
    'section',
    'abilities',
    props,
    { empty },
    {
      'aria-label': strings.abilities,
      // The list scrolls, and may hold nothing else that takes the focus.
      tabIndex: 0,
      children: (
        <>
          <h3>{strings.abilities}</h3>
          <Remembered />
          {empty && <p>{strings.noAbilities}</p>}
          {scopes.map((view) => (
            <ScopeAbilities key={view.scope.name} {...view} />
          ))}
        </>
      ),
    },
  )
}

function ScopeAbilities({ scope, tools }: ScopeView): ReactElement {
  const strings = useWords('chat', englishFrame)
  const hasLabel = scope.label !== scope.name
  return (
    <div className="ambit-scope">
      {hasLabel && <h4>{cleanText(scope.label)}</h4>}
      <ul>
        {tools.map(({ tool, availability }) => (
          <li key={tool.name} data-off={availability.enabled ? undefined : ''}>
            <Icon name={availability.enabled ? 'done' : 'cancelled'} />
            <span>
              <span className="ambit-ability">{cleanText(tool.title)}</span>
              {!availability.enabled && (
                <span className="ambit-hint">
                  {cleanText(availability.reason ?? strings.notNow)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Lists the tools about which nobody is asked again in the open conversation, each with its end and
 * a button that takes the approval back. Renders nothing if there are none.
 */
function Remembered(): ReactElement | null {
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

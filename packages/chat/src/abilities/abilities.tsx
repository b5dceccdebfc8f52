'use client'

import type { ScopeView } from '@ambit/core'
import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { Remembered } from './remembered.tsx'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

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

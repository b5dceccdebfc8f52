'use client'

import type { CallRecord, CallState } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { toolTitle, withLabel } from '../tool-card/tool-title.ts'
import { UndoCall } from '../tool-card/undo-call.tsx'
import { englishOutside } from './outside-strings.ts'
import { runningOutside, useOutside } from './use-outside.ts'
import { type CallStrings, englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `Chat.Outside`. */
export type OutsideCallsState = { readonly status: 'working' | 'idle' | 'stopped' }

/** The props of `Chat.Outside`. */
export type OutsideCallsProps = PartProps<OutsideCallsState>

/**
 * Shows that an agent outside of the page is at work, and its last calls, the newest first. A
 * button stops it or lets it call again. Renders nothing before its first call.
 */
export function OutsideCalls(props: OutsideCallsProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('calls', englishCalls)
  const words = useWords('pending', englishOutside)
  const state = useOutside(agent)
  const { calls, isStopped } = state
  if (calls.length === 0 && !isStopped) return null
  const running = runningOutside(state)
  const nameOf = ({ tool, label }: CallRecord): string => withLabel(toolTitle(agent, tool), label)
  const line = isStopped
    ? words.outsideStopped
    : running
      ? words.outsideWorking(nameOf(running))
      : words.outsideWorked(calls.length)
  return renderPart(
    'div',
    'outside',
    props,
    { status: isStopped ? 'stopped' : running ? 'working' : 'idle' },
    {
      children: (
        <>
          <details>
            <summary>
              <Icon name="open" />
              <span role="status">{line}</span>
            </summary>
            <ol>
              {calls.toReversed().map((call) => (
                <li key={call.callId}>
                  <span dir="auto">{nameOf(call)}</span>{' '}
                  <span className="ambit-hint">{strings[stateWords[call.state]]}</span>
                  <UndoCall callId={call.callId} isAlone />
                </li>
              ))}
            </ol>
          </details>
          <button
            type="button"
            className="ambit-button"
            onClick={() => agent.scopes.allowOutside(isStopped)}
          >
            {isStopped ? words.outsideAllow : words.outsideStop}
          </button>
        </>
      ),
    },
  )
}

const stateWords = {
  'input-streaming': 'toolPreparing',
  pending: 'toolPending',
  'awaiting-approval': 'toolAwaiting',
  running: 'toolRunning',
  succeeded: 'toolSucceeded',
  failed: 'toolFailed',
  stale: 'toolStale',
  denied: 'toolDenied',
  cancelled: 'toolCancelled',
  interrupted: 'toolInterrupted',
} as const satisfies Record<CallState, keyof CallStrings>

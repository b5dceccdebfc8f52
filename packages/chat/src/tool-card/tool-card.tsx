import {
  type AssistantToolCall,
  type CallActivity,
  callState,
  type CallState,
  parseToolContent,
  type ToolMessage,
} from '@ambit/core'
import { useSessions } from '@ambit/react'
import { type ReactElement, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon, type IconName } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { CallDetails } from './call-details.tsx'
import { CallProgress } from './call-progress.tsx'
import { englishFailures } from './failure-strings.ts'
import { failureText } from './failure-text.ts'
import { labelOf, toolTitle, withLabel, withoutId } from './tool-title.ts'
import { UndoCall } from './undo-call.tsx'
import { argumentsPreview } from './value-text.ts'

/** The state of `ToolCard`. */
export type ToolCardState = { readonly state: CallState }

/** The props of `ToolCard`. */
export interface ToolCardProps extends PartProps<ToolCardState> {
  /**
   * The call as the model asked for it. The arguments count once the model has written them all.
   */
  readonly call: AssistantToolCall
  /** The activity of the call, until it has ended. */
  readonly activity?: CallActivity | undefined
  /** The answer of the call, once it has ended. */
  readonly answer?: ToolMessage | undefined
}

const icons: Record<CallState, IconName> = {
  'input-streaming': 'running',
  pending: 'pending',
  running: 'running',
  'awaiting-approval': 'note',
  succeeded: 'done',
  failed: 'failed',
  denied: 'cancelled',
  cancelled: 'cancelled',
  interrupted: 'failed',
}

/**
 * Shows one call of a tool: its title, arguments, progress, state in words, duration and result.
 * Text of tools and models is shown as plain text. A failure is readable without opening the card.
 */
export function ToolCard(props: ToolCardProps): ReactElement {
  const { call, activity, answer = activity?.answer } = props
  const { strings, agent } = useChat()
  const [open, setOpen] = useState(false)
  const { isInterrupted } = useSessions()
  const isOpen = !activity && !answer
  const state = isOpen && isInterrupted ? 'interrupted' : callState(activity, answer)
  const label = labelOf(agent, call, activity, answer)
  const title = withLabel(toolTitle(agent, call.name), label)
  const changed = answer?.arguments
  const failure = answer && failureText(answer, { ...englishFailures, ...strings.failures })
  const words: Record<CallState, string> = {
    'input-streaming': strings.toolPreparing,
    pending: strings.toolPending,
    running: strings.toolRunning,
    'awaiting-approval': strings.toolAwaiting,
    succeeded: strings.toolSucceeded,
    failed: strings.toolFailed,
    denied: strings.toolDenied,
    cancelled: strings.toolCancelled,
    interrupted: strings.toolInterrupted,
  }
  return renderPart(
    'div',
    'tool',
    props,
    { state },
    {
      role: 'group',
      'aria-label': title,
      children: (
        <>
          <details onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
              <Icon name={icons[state]} />
              <span className="ambit-tool-title">{title}</span>
              <span className="ambit-tool-preview">
                {argumentsPreview(withoutId(changed ?? call.arguments, label))}
              </span>
              <span className="ambit-tool-state">{words[state]}</span>
              {answer?.durationMs !== undefined && (
                <span className="ambit-tool-time">{strings.duration(answer.durationMs)}</span>
              )}
            </summary>
            {open && (
              <CallDetails
                input={state === 'input-streaming' ? activity?.input : (call.raw ?? call.arguments)}
                changed={changed}
                result={state === 'succeeded' && answer ? parseToolContent(answer) : undefined}
              />
            )}
          </details>
          {state === 'running' && <CallProgress pct={activity?.pct} message={activity?.message} />}
          {failure !== undefined && (
            <p className="ambit-tool-failure" dir="auto">
              {failure}
            </p>
          )}
          {answer && <UndoCall callId={call.id} />}
        </>
      ),
    },
  )
}

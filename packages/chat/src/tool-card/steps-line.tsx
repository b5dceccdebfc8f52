import type { Agent } from '@ambit/core'
import { type ReactElement, useCallback, useRef, useSyncExternalStore } from 'react'
import { callAttribute } from '../acting/pointed-calls.ts'
import { useChat } from '../chat-context.ts'
import { Icon, type IconName } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import type { StepGroup } from './step-groups.ts'
import { stepsOf } from './step-store.ts'
import { isSameSummary, type StepsState, type StepsSummary, summarize } from './steps-summary.ts'
import { labelOf, toolTitle, withLabel } from './tool-title.ts'
import { UndoAll } from './undo-all.tsx'
import { type CallStrings, englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'

export type StepsLineState = { readonly state: StepsState; readonly open: boolean }

export interface StepsLineProps extends PartProps<StepsLineState> {
  readonly group: StepGroup
  readonly isOpen: boolean
}

const icons: Record<StepsState, IconName> = {
  working: 'running',
  waiting: 'note',
  done: 'done',
  failed: 'failed',
  stopped: 'cancelled',
  undone: 'undone',
}

/**
 * Shows the steps of a run as one line: their number and time, and while they run the current one
 * in words. A press opens and folds the cards. A second button undoes the run.
 */
export function StepsLine(props: StepsLineProps): ReactElement {
  const { group, isOpen } = props
  const { agent } = useChat()
  const strings = useWords('calls', englishCalls)
  const summary = useSummary(agent, group)
  const { state } = summary
  const button = useRef<HTMLButtonElement>(null)
  return renderPart(
    'div',
    'steps',
    props,
    { state, open: isOpen },
    {
      children: (
        <>
          <button
            type="button"
            className="ambit-steps-button"
            ref={button}
            aria-expanded={isOpen}
            {...{ [callAttribute]: group.calls.map(({ id }) => id).join(' ') }}
            onClick={() => stepsOf(agent).toggle(group)}
          >
            <Icon name={icons[state]} />
            <span className="ambit-steps-text">{textOf(agent, summary, strings)}</span>
            <Icon name="open" />
          </button>
          <UndoAll calls={group.calls} from={1} onUndo={() => button.current?.focus()} />
        </>
      ),
    },
  )
}

function textOf(agent: Agent, summary: StepsSummary, strings: CallStrings): string {
  const { state, steps, failed, undone, ms, current, at } = summary
  // The card of what waits for the user stands below.
  if (current && state !== 'waiting') {
    const activity = agent.calls.getState().get(current.id)
    const title = withLabel(
      toolTitle(agent, current.name),
      labelOf(agent, current, activity, undefined),
    )
    return strings.step(at, title)
  }
  if (state === 'undone') return strings.allUndone(steps)
  const said = [
    strings.steps(steps),
    ms !== undefined && strings.stepsTime(ms),
    failed > 0 && strings.stepsFailed(failed),
    undone > 0 && strings.stepsUndone(undone),
  ]
  return said.filter(Boolean).join(', ')
}

/** Returns the summary of a group. Only the last group follows what the agent does now. */
function useSummary(agent: Agent, group: StepGroup): StepsSummary {
  const { isLast } = group
  const last = useRef<StepsSummary>(undefined)
  const subscribe = useCallback(
    (listener: () => void) => {
      const { calls } = agent
      return isLast ? agent.subscribe(listener) : calls.subscribe(listener)
    },
    [agent, isLast],
  )
  const read = (): StepsSummary => {
    const now = summarize(agent, group)
    if (!last.current || !isSameSummary(last.current, now)) last.current = now
    return last.current
  }
  return useSyncExternalStore(subscribe, read, read)
}

import { type Agent, type AssistantToolCall, type CallState, callState } from '@ambit/core'
import { type ReactElement, useCallback, useRef, useSyncExternalStore } from 'react'
import { callAttribute } from '../acting/pointed-calls.ts'
import { useChat } from '../chat-context.ts'
import { Icon, type IconName } from '../icon.tsx'
import { type PartProps, renderPart } from '../part.ts'
import type { StepGroup } from './step-groups.ts'
import { stepsOf } from './step-store.ts'
import { labelOf, toolTitle, withLabel } from './tool-title.ts'
import { UndoAll } from './undo-all.tsx'
import { type CallStrings, englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { knownTool } from './known-tool.ts'
import { isUndone } from './undone-calls.ts'

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

/**
 * The state of the steps of a run. `stopped`: the last step was denied, cancelled or cut short.
 * `undone`: every step is undone, but for those that only read.
 */
type StepsState = 'working' | 'waiting' | 'done' | 'failed' | 'stopped' | 'undone'

/** The facts that one line tells about the steps of a run. */
interface StepsSummary {
  readonly state: StepsState
  /** The number of steps so far. */
  readonly steps: number
  readonly failed: number
  readonly undone: number
  /**
   * The time that the model and the tools took, in milliseconds. The time of a user who was asked
   * is not in it. Undefined if no tool ended well.
   */
  readonly ms: number | undefined
  /** The step that runs or waits for the user. */
  readonly current: AssistantToolCall | undefined
  /** The place of `current` among the steps, from 1 on. */
  readonly at: number
}

export function summarize(agent: Agent, { calls, isLast }: StepGroup): StepsSummary {
  const { history } = agent
  const { calls: active, status, draft } = agent.getState()
  const steps = calls.map((call) => {
    const found = history.get(call.id)
    const answer = found?.role === 'tool' ? found : undefined
    const doing = active.get(call.id)
    const state = answer ? callState(undefined, answer) : callState(doing)
    return { call, state, isOpen: !answer && !doing?.answer }
  })
  const withState = (state: CallState): AssistantToolCall | undefined =>
    steps.findLast((step) => step.isOpen && step.state === state)?.call
  const waiting = withState('awaiting-approval')
  const isWorking = isLast && status !== 'idle' && !draft?.content
  const undone = calls.filter(({ id }) => isUndone(agent, id)).length
  const last = steps.at(-1)
  const current = waiting ?? (isWorking ? (withState('running') ?? last?.call) : undefined)
  const isAllUndone = calls.every(({ id, name }) => isUndone(agent, id) || onlyReads(agent, name))
  return {
    state: waiting
      ? 'waiting'
      : isWorking
        ? 'working'
        : undone > 0 && isAllUndone
          ? 'undone'
          : endOf(last?.state),
    steps: calls.length,
    failed: steps.filter(({ state }) => state === 'failed').length,
    undone,
    ms: elapsed(history, calls),
    current,
    at: current ? calls.indexOf(current) + 1 : 0,
  }
}

function elapsed(history: Agent['history'], calls: StepGroup['calls']): number | undefined {
  const asked = new Set<string>()
  let sum: number | undefined
  for (const { id } of calls) {
    let message = history.get(id)
    if (message?.role !== 'tool' || message.durationMs === undefined) continue
    sum = (sum ?? 0) + message.durationMs
    while (message?.role === 'tool') message = history.get(message.parentId ?? '')
    const before = message && history.get(message.parentId ?? '')
    if (!message || !before || asked.has(message.id)) continue
    asked.add(message.id)
    sum += Math.max(0, message.createdAt - before.createdAt)
  }
  return sum
}

const onlyReads = (agent: Agent, name: string): boolean => knownTool(agent, name)?.effect === 'read'

function endOf(last: CallState | undefined): StepsState {
  if (last === 'failed') return 'failed'
  return last === 'succeeded' ? 'done' : 'stopped'
}

/** Whether two summaries say the same. */
const isSameSummary = (one: StepsSummary, other: StepsSummary): boolean =>
  (Object.keys(one) as (keyof StepsSummary)[]).every((key) => one[key] === other[key])

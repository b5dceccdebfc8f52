import { type Agent, type AssistantToolCall, type CallState, callState } from '@ambit/core'
import { knownTool } from './known-tool.ts'
import type { StepGroup } from './step-groups.ts'
import { isUndone } from './undone-calls.ts'

/**
 * The state of the steps of a run. `stopped`: the last step was denied, cancelled or cut short.
 * `undone`: every step is undone, but for those that only read.
 */
export type StepsState = 'working' | 'waiting' | 'done' | 'failed' | 'stopped' | 'undone'

/** The facts that one line tells about the steps of a run. */
export interface StepsSummary {
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
export const isSameSummary = (one: StepsSummary, other: StepsSummary): boolean =>
  (Object.keys(one) as (keyof StepsSummary)[]).every((key) => one[key] === other[key])

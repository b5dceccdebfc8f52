import type { Agent, AgentState, SessionsState, UsageTotal } from '@ambit/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { toClock } from '../format.ts'
import { useRead } from '../use-read.ts'
import { Facts } from './facts.tsx'
import { toShownStart } from '../redact-shown.ts'

/** Shows the activity, the open session, and its usage. */
export function Now({ agent }: { readonly agent: Agent }): ReactElement {
  const { history, sessions } = agent
  // A text, so that deltas render nothing.
  const doing = useSyncExternalStore(agent.subscribe, () => activityWords(agent.getState()))
  const isBusy = useSyncExternalStore(agent.subscribe, () => agent.getState().status !== 'idle')
  const { messages } = useRead(history)
  const session = useRead(sessions)
  const { usage, degraded } = session
  return (
    <>
      <Facts
        title="Activity"
        of={[
          ['Now', toShownStart(doing, agent, 500)],
          ['This chat', usageWords(usage.run)],
          ['This session', usageWords(usage.session)],
        ]}
      />
      <Facts
        title="Open session"
        of={[
          ['Id', session.current],
          [
            'Messages',
            `${messages.length} in the conversation, ${history.all.length} with branches`,
          ],
          ['Run', runWords(session, isBusy)],
          ['Older messages', session.hasOlder ? 'are in the storage' : 'none'],
          ['Unsent messages', session.unsent.length],
          [
            'Storage',
            degraded
              ? `${degraded.reason}: ${toShownStart(degraded.message, agent, 500)}`
              : 'no failure',
          ],
        ]}
      />
    </>
  )
}

function activityWords({ status, waitingFor, retryAt, error, cancelled }: AgentState): string {
  if (status !== 'idle') {
    const time = retryAt === undefined ? '' : ` until ${toClock(retryAt)}`
    return waitingFor ? `waits for ${waits[waitingFor]}${time}` : status
  }
  if (error) return `idle; the last run failed: ${error.message}`
  return cancelled ? `idle; the last run was cancelled (${cancelled.kind})` : 'idle'
}

const waits = { retry: 'the next try', network: 'the network', user: 'a user' }

function runWords(
  { running, isInterrupted, isResuming, isOpening }: SessionsState,
  isBusy: boolean,
): string {
  if (isOpening) return 'the session is being read'
  if (running === 'elsewhere') return 'goes on in another tab'
  // Only a run that is stored is known to the session.
  if (running === 'here' || isBusy) return 'goes on in this tab'
  if (isResuming) return 'an interrupted run is about to go on'
  return isInterrupted
    ? 'the last run was cut short, and can be resumed'
    : 'none goes on, in this tab or another'
}

function usageWords({ usage, costUsd }: UsageTotal): string {
  const { totalTokens, promptTokens, completionTokens, cachedTokens } = usage
  const cached = cachedTokens ? `, ${cachedTokens} from the cache` : ''
  const cost = costUsd === undefined ? '' : `, $${costUsd}`
  return `${totalTokens} tokens (${promptTokens} in${cached}, ${completionTokens} out)${cost}`
}

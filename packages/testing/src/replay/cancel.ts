import type { Agent, AgentEvent, CancelReason, Run } from '@ambit/core'
import type { RecordedRun } from '@ambit/devtools/record'
import { hearPlaces } from './places.ts'

/**
 * Cancels a run where the user did: after the same text of a reply, or after the same event.
 * Does nothing for a run that they did not cancel. Returns a function that ends it.
 */
export function cancelAsRecorded(agent: Agent, run: Run<unknown>, was: RecordedRun): () => void {
  const { status, cancelled, requests } = was
  const kind = cancelled?.kind ?? 'user'
  if (status !== 'cancelled' || (kind !== 'user' && kind !== 'manual')) return () => undefined
  const cancel = (): void => {
    const message = cancelled?.message
    run.cancel({ kind: kind as CancelReason['kind'], ...(message !== undefined && { message }) })
  }
  const last = requests.at(-1)
  if (!last || last.reply?.finishReason !== undefined) {
    const after = cancelled?.after
    if (after) {
      return hearPlaces(agent, run, ({ event, nth }) => {
        if (event === after.event && nth === after.nth) cancel()
      })
    }
    // It was cancelled in the queue.
    queueMicrotask(cancel)
    return () => undefined
  }
  let left = lengthOf(last.reply?.parts ?? [])
  const take = (event: AgentEvent): void => {
    if (event.runId !== run.id || !('iteration' in event)) return
    if (event.iteration !== last.iteration) return
    if (event.type === 'agent:delta' && event.of !== 'call') left -= event.text.length
    if (left <= 0) queueMicrotask(cancel)
  }
  run.events.forEach(take)
  const stops = [agent.on('agent:request_started', take), agent.on('agent:delta', take)]
  return () => stops.forEach((stop) => stop())
}

const lengthOf = (parts: readonly { readonly type: string }[]): number =>
  parts.reduce((sum, part) => sum + ('text' in part ? String(part.text).length : 0), 0)

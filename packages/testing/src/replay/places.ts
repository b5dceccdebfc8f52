import type { Agent, AgentEvent, Run } from '@ambit/core'
import type { Place } from '@ambit/devtools/record'

/**
 * Calls `onPlace` for each event of a run, the past ones too, with its type and its number among
 * those of its type. The consequences of a cancel are not places. Returns a function that ends it.
 */
export function hearPlaces(
  agent: Agent,
  run: Run<unknown>,
  onPlace: (place: Place) => void,
): () => void {
  const counts = new Map<string, number>()
  const take = (given: AgentEvent): void => {
    const { type, runId, outcome, by } = given as AgentEvent & { outcome?: unknown; by?: unknown }
    if (runId !== run.id || type === 'agent:delta') return
    // The recorder does not count them either.
    if ((outcome ?? by) === 'cancelled') return
    const event = type.slice('agent:'.length)
    const nth = (counts.get(event) ?? 0) + 1
    counts.set(event, nth)
    onPlace({ event, nth })
  }
  run.events.forEach(take)
  return agent.on('*', take)
}

/** Whether a user can have acted after an event, so that a recording may have it as a place. */
export const isPlace = (event: string): boolean =>
  /_(?:start|added|resol|succe|fail|retry)/.test(event)

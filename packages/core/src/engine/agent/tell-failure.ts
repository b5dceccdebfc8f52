import type { ChatInput } from '../../values/content.ts'
import type { AgentEvent } from '../../values/event.ts'
import { noUsage } from '../../values/usage.ts'
import type { AgentParts } from './agent-parts.ts'
import { type EventHandlerMap, EventHandlers } from '../run/event-handlers.ts'

/** A run that never began, since what runs it could not be loaded. */
interface FailedRun {
  readonly id: string
  readonly input: ChatInput | undefined
  readonly error: Error
  /** Of the call. */
  readonly on: EventHandlerMap | undefined
}

/** Tells observers of a run's start and failure, and returns what they were told. */
export function tellFailure(
  { agent, ports, handlers }: AgentParts,
  { id, input, error, on }: FailedRun,
): readonly AgentEvent[] {
  const base = { agentId: agent.name, runId: id, rootRunId: id, at: ports.clock.now() }
  const events: AgentEvent[] = [
    { type: 'agent:started', seq: 1, ...base, ...(input !== undefined && { input }) },
    { type: 'agent:failed', seq: 2, ...base, error, usage: noUsage },
  ]
  const tiers = [...handlers, new EventHandlers(on)]
  for (const event of events) for (const tier of tiers) tier.dispatch(Object.freeze(event))
  return events
}

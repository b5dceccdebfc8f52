import { toErrorReport } from '../errors/describe-thrown.ts'
import { CancellationError } from '../errors/run-errors.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import { type JsonValue, dropUndefined } from '../json/json.ts'
import { toJsonText } from '../json/json-text.ts'
import { errorOf } from './error-of.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { parseToolContent } from '../messages/tool-content.ts'
import { type TraceEntry, toOutcome } from '../messages/trace.ts'

type Ended = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

/**
 * Makes the trace of a run from its events alone. Plain code has no model; its results are in the
 * form that a model would get.
 */
export function toTrace(events: Iterable<AgentEvent>): TraceEntry[] {
  const called = new Map<string, { readonly call: AssistantToolCall; readonly at?: number }>()
  const places = new Map<string, number>()
  const trace: TraceEntry[] = []
  for (const event of events) {
    switch (event.type) {
      case 'agent:iteration_completed':
        for (const call of event.message.calls ?? []) {
          called.set(call.id, { call })
          places.set(call.id, places.size)
        }
        break
      case 'agent:tool_started':
        called.set(event.callId, event)
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled': {
        const { iteration, callId, tool, at, message } = event
        const { call, at: startedAt = at } = called.get(callId) ?? {}
        const isOk = event.type === 'agent:tool_succeeded'
        const entry = {
          iteration,
          callId,
          tool,
          arguments: (toJson(call?.arguments ?? {}) ?? {}) as Record<string, unknown>,
          ...toOutcome(isOk, message ? parseToolContent(message) : answerOf(event)),
          durationMs: isOk ? event.durationMs : at - startedAt,
          truncated: isOk ? event.truncated : undefined,
        }
        trace.push(dropUndefined(entry))
        break
      }
      default:
    }
  }
  // Calls of one message may end in any order. Calls of plain code keep the order of their ends.
  const placeOf = ({ callId }: TraceEntry): number => places.get(callId) ?? -1
  return trace.sort((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the answer that a model would get. */
function answerOf(event: Ended): JsonValue {
  if (event.type === 'agent:tool_cancelled')
    return toErrorReport(new CancellationError(event.reason))
  if (event.type === 'agent:tool_failed') return toErrorReport(errorOf(event.error))
  return toJson(event.result)
}

/** Returns a value as JSON has it; null if it cannot be written. */
function toJson(value: unknown): JsonValue {
  try {
    return JSON.parse(toJsonText(value)) as JsonValue
  } catch {
    return null
  }
}

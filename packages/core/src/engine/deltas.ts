import { type DeltaEvent } from '../events.ts'
import type { ModelResponse } from '../model/response.ts'
import type { JoinedDeltas, EventLog } from '../event-log.ts'

/** The part that a delta belongs to. The object itself identifies the part. */
export type DeltaPart =
  | { readonly type: 'text' | 'reasoning' }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string }

const types = {
  text: 'agent:content_delta',
  reasoning: 'agent:reasoning_delta',
  'tool-call': 'agent:tool_call_delta',
} as const

/**
 * The deltas of a run's messages, on their way to its log. The deltas of one part are joined for
 * late observers.
 */
export class Deltas {
  readonly #log: EventLog
  readonly #joined = new Map<DeltaPart, JoinedDeltas>()
  #count = 0

  constructor(log: EventLog) {
    this.#log = log
  }

  /** Adds a whole response, a delta for each kind of part. */
  addWhole(
    { reasoning, content, calls }: ModelResponse,
    message: { iteration: number; messageId: string },
  ): void {
    if (reasoning) this.add({ type: 'reasoning' }, message, reasoning)
    if (content) this.add({ type: 'text' }, message, content)
    for (const { id, name, arguments: args, raw = JSON.stringify(args) } of calls) {
      this.add({ type: 'tool-call', id, name }, message, raw)
    }
  }

  /** Clears the deltas of a message that was refused, so that no late observer gets them. */
  withdraw(messageId: string): void {
    for (const joined of this.#joined.values()) {
      if (joined.first.messageId === messageId) joined.text = ''
    }
  }

  add(part: DeltaPart, message: { iteration: number; messageId: string }, delta: string): void {
    const log = this.#log
    if (log.isClosed) return
    const { agentId, runId, rootRunId, sessionId } = log.identity
    const { iteration, messageId } = message
    // One literal, and no copy of it: thousands of these are made.
    const event: Record<string, string | number> = {
      type: types[part.type],
      seq: log.count,
      at: log.now(),
      agentId,
      runId,
      rootRunId,
      iteration,
      messageId,
      delta,
      index: this.#count++,
    }
    if (sessionId !== undefined) event['sessionId'] = sessionId
    if (part.type === 'tool-call') {
      event['callId'] = part.id
      event['tool'] = part.name
    }
    const first = Object.freeze(event) as unknown as DeltaEvent
    const joined = this.#joined.get(part)
    if (joined) {
      joined.text += delta
      log.pass(first)
    } else {
      const begun = { first, text: delta }
      this.#joined.set(part, begun)
      log.pass(first, begun)
    }
  }
}

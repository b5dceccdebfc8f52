import type { Cancellation } from '../cancellation.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import { type CallState, callState } from '../messages/call-state.ts'
import type { ToolMessage } from '../messages/message.ts'
import type { CallRecord, Calls } from '../state/calls.ts'

/** The most calls that have ended and are kept. The oldest is forgotten first. */
const maxEnded = 200

/** What `agent.calls` tells of a call because it is part of another. */
type InnerCall = Pick<CallRecord, 'parentCallId' | 'agent' | 'title' | 'input'>

/** An event about what waits for the user. */
export type PendingEvent = EventOf<'agent:pending_added' | 'agent:pending_resolved'>

/** The writer of `agent.calls`. */
export class CallWriter {
  readonly #calls: Calls
  /** The cancellations of the calls that run, by call id. */
  readonly #running = new Map<string, Cancellation>()

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /** Hears of what waits for the user, in every run. */
  onPending: (event: PendingEvent) => void = () => undefined

  /** Cancels a call for the user, if it runs. */
  readonly cancel = (callId: string): void => this.#running.get(callId)?.cancel({ kind: 'user' })

  /** Lets a user cancel a call until the returned function is called. */
  begin(callId: string, cancellation: Cancellation): () => void {
    this.#running.set(callId, cancellation)
    return () => this.#running.get(callId) === cancellation && this.#running.delete(callId)
  }

  /**
   * Follows the events of every run. `inside` is what is shown of the start of a call that is part
   * of another.
   */
  follow(event: AgentEvent, inside?: InnerCall): void {
    switch (event.type) {
      case 'agent:started': {
        const { runId, parentRunId, parentCallId } = event
        if (parentCallId === undefined) return
        const { runIds = [] } = this.#calls.get(parentCallId) ?? {}
        this.change({ callId: parentCallId, runId: parentRunId }, { runIds: [...runIds, runId] })
        break
      }
      case 'agent:tool_started': {
        const { callId, tool, runId, rootRunId, label } = event
        // A call that a handler makes is part of the call from outside.
        const source = runId === rootRunId ? event.source : undefined
        this.put({ callId, tool, runId, label, source, ...inside, state: 'running' })
        break
      }
      case 'agent:tool_progress':
        this.change(event, { percent: event.percent, message: event.message })
        break
      case 'agent:pending_added':
        this.onPending(event)
        if (event.pending.kind === 'approval') this.change(event, { state: 'awaiting-approval' })
        break
      case 'agent:pending_resolved': {
        this.onPending(event)
        // A remembered decision is resolved without a request before it.
        const { state } = this.#calls.get(event.callId) ?? {}
        if (state === 'awaiting-approval') this.change(event, { state: 'running' })
        break
      }
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        this.#end(event, event.message)
        break
      default:
    }
  }

  /**
   * Adds a call, or changes what is known of it. A call of another run with the same id is replaced
   * once it has ended.
   */
  put(record: CallRecord): void {
    const before = this.#calls.get(record.callId)
    const isKept = before && isOpen(before)
    if (isKept && before.runId !== record.runId) return
    this.#set({ ...(isKept && before), ...record })
  }

  /**
   * Changes what is known of a call. Does nothing for a call that is not here.
   */
  change(
    { callId, runId }: Pick<CallRecord, 'callId' | 'runId'>,
    change: Partial<CallRecord>,
  ): void {
    const before = this.#calls.get(callId)
    if (before && before.runId === runId) this.#set({ ...before, ...change })
  }

  /** Whether an id is that of a call of another run of this page. */
  isOfOther(callId: string, runId: string): boolean {
    return (this.#calls.get(callId)?.runId ?? runId) !== runId
  }

  /** Replaces the calls of a run that go on by others. */
  replace(runId: string | undefined, records: readonly CallRecord[]): void {
    const left = this.#calls.all.filter((record) => record.runId === runId && isOpen(record))
    if (left.length + records.length === 0) return
    this.#calls.change((calls) => {
      for (const { callId } of left) calls.delete(callId)
      for (const record of records) calls.set(record.callId, record)
    })
  }

  /**
   * Forgets the calls of a session that is left. Those from outside stay, as the user may stop
   * them, but not what they answered.
   */
  leave(): void {
    this.#calls.change((calls) => {
      for (const { callId, tool, runId, label, source, state } of calls.values())
        if (source === undefined) calls.delete(callId)
        else calls.set(callId, { callId, tool, runId, label, source, state })
    })
  }

  #end(call: Pick<CallRecord, 'callId' | 'runId'>, answer: ToolMessage | undefined): void {
    const before = this.#calls.get(call.callId)
    if (!before || before.runId !== call.runId) return
    this.#calls.change((calls) => {
      calls.delete(call.callId)
      if (answer) {
        const ended = { state: callState(undefined, answer), answer, label: answer.label }
        // The history has what its own calls were asked with.
        const input = before.parentCallId === undefined ? undefined : before.input
        calls.set(call.callId, { ...before, ...ended, input })
      }
      if (calls.size <= maxEnded) return
      const ids = [...calls.values()].flatMap((record) => (isOpen(record) ? [] : [record.callId]))
      for (const callId of ids.slice(0, -maxEnded)) calls.delete(callId)
    })
  }

  #set(record: CallRecord): void {
    this.#calls.change((calls) => calls.set(record.callId, record))
  }
}

const open: ReadonlySet<CallState> = new Set([
  'input-streaming',
  'pending',
  'awaiting-approval',
  'running',
])

/** Whether a call goes on: it has no answer yet. */
const isOpen = ({ state }: Pick<CallRecord, 'state'>): boolean => open.has(state)

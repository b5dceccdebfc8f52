import type { EventName } from '../events.ts'

const events: Readonly<Record<EventName, true>> = {
  started: true,
  message: true,
  request_started: true,
  request_retrying: true,
  delta: true,
  request_completed: true,
  tool_started: true,
  tool_progress: true,
  pending_added: true,
  pending_resolved: true,
  tool_retrying: true,
  tool_succeeded: true,
  tool_failed: true,
  tool_cancelled: true,
  tool_undone: true,
  settled: true,
  waiting: true,
  warning: true,
  custom: true,
  completed: true,
  failed: true,
  cancelled: true,
}

/** The events that have another name now. */
export const renamedEvents: Readonly<Record<string, EventName>> = {
  iteration_started: 'request_started',
  request_built: 'request_started',
  iteration_completed: 'request_completed',
  usage: 'request_completed',
  content_delta: 'delta',
  reasoning_delta: 'delta',
  tool_call_delta: 'delta',
  approval_requested: 'pending_added',
  ask_requested: 'pending_added',
  approval_resolved: 'pending_resolved',
  ask_resolved: 'pending_resolved',
  compacted: 'request_started',
  message_refused: 'warning',
  storage_degraded: 'warning',
  waiting_online: 'waiting',
}

/** The names under which handlers can be added. */
export const heardNames: readonly string[] = [
  '*',
  ...Object.keys(events).map((name) => `agent:${name}`),
]

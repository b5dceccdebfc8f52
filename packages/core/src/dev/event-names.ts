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

/** The names under which handlers can be added. */
export const heardNames: readonly string[] = [
  '*',
  ...Object.keys(events).map((name) => `agent:${name}`),
]

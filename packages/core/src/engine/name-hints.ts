import { listenedTypes } from '../event-handlers.ts'
import type { EventName } from '../events.ts'
import { type HookName, hookedNames } from '../hooks.ts'
import { byLikeness } from '../options/by-likeness.ts'

const events: Readonly<Record<EventName, true>> = {
  started: true,
  iteration_started: true,
  request_built: true,
  content_delta: true,
  reasoning_delta: true,
  tool_call_delta: true,
  iteration_completed: true,
  tool_started: true,
  tool_progress: true,
  approval_requested: true,
  approval_resolved: true,
  ask_requested: true,
  ask_resolved: true,
  tool_retrying: true,
  tool_succeeded: true,
  tool_failed: true,
  tool_cancelled: true,
  tool_undone: true,
  settled: true,
  request_retrying: true,
  message_refused: true,
  compacted: true,
  usage: true,
  waiting_online: true,
  storage_degraded: true,
  warning: true,
  custom: true,
  completed: true,
  failed: true,
  cancelled: true,
}

const hooks: Readonly<Record<HookName, true>> = {
  onRunStart: true,
  preRequest: true,
  onResponse: true,
  onMessage: true,
  preToolCall: true,
  onToolCallResult: true,
  onToolCallError: true,
  onIterationEnd: true,
  onRunDone: true,
  onRunCancelled: true,
  onRunError: true,
  onScopeRegister: true,
  onScopeUnregister: true,
}

const eventTypes = ['*', ...Object.keys(events).map((name) => `agent:${name}`)]
const hookNames = Object.keys(hooks)
let checked = 0

/**
 * Warns on the console of handlers and hooks that are never called, because there is no event or
 * hook of their name. Warns once for each name.
 */
export function hintAtNames(): void {
  if (listenedTypes.size + hookedNames.size === checked) return
  checked = listenedTypes.size + hookedNames.size
  hint('event', listenedTypes, eventTypes)
  hint('hook', hookedNames, hookNames)
}

const hinted = new Set<string>()

function hint(kind: string, given: ReadonlySet<string>, known: readonly string[]): void {
  for (const name of given) {
    const key = `${kind} ${name}`
    if (known.includes(name) || hinted.has(key)) continue
    hinted.add(key)
    console.warn(
      `[ambit] There is no ${kind} "${name}", so what was added for it is never called. The nearest name is "${byLikeness(name, known)[0]}".`,
    )
  }
}

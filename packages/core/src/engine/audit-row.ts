import { ToolDeniedError } from '../errors/tool-errors.ts'
import type { AuditRow, AuditSource } from '../audit/audit.ts'
import { type JsonObject, dropUndefined } from '../json/json.ts'
import { capText, toJsonText } from '../json/json-text.ts'
import type { EventOf } from '../events.ts'
import type { AssistantToolCall, ToolStatus } from '../messages/message.ts'
import { hash } from '../json/hash.ts'
import { type Arguments, type AuditedRun, toArguments } from './audit-arguments.ts'
import type { CallWork } from './call-work.ts'
import type { LoopConfig } from './run-config.ts'
import type { RunCore } from './run-core.ts'
import { statusOfError } from './status-of-error.ts'

export type Ended = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

type Decided = Pick<
  AuditRow,
  'decision' | 'decidedBy' | 'reason' | 'rememberedId' | 'rememberedKey' | 'rememberedUntil'
>

/** A call that is about to run. */
export type StartingCall = Pick<CallWork, 'callId' | 'tool' | 'call'>

/** The facts about a call that are known before it ends. */
export interface Opened extends Pick<AuditRow, 'startedAt' | 'scope' | 'effect' | 'isTainted'> {
  readonly call?: AssistantToolCall | undefined
  /** The approved arguments, if somebody was asked. */
  approved?: JsonObject | undefined
  decided?: Decided | undefined
  /** The arguments in the row of the start. */
  args?: Arguments
}

/** Makes the row of a call that is about to run. */
export function toStartRow(
  audited: AuditedRun,
  before: Opened,
  { callId, tool, call }: StartingCall,
  at: number,
): AuditRow {
  const { run } = audited
  const { id: runId, rootId: rootRunId, agentId } = run
  before.args = toArguments(audited, before, tool, call)
  return finish(audited, before, {
    ...toSubject(run, { at, runId, rootRunId, agentId, callId, tool }),
    ...before.args,
    ...before.decided,
    source: sourceOf(audited, callId),
    status: 'started',
  })
}

/** Makes the row of a call that has ended. */
export function toEndRow(audited: AuditedRun, before: Opened, event: Ended): AuditRow {
  const { run } = audited
  const { callId, tool } = event
  const record = run.records.findLast(({ message }) => message.id === callId)
  const answer = answerOf(event)
  const status = statusOf(event)
  const { decided } = before
  return finish(audited, before, {
    ...toSubject(run, event),
    ...(before.args ?? toArguments(audited, before, tool, record?.call)),
    ...decided,
    source: sourceOf(audited, callId),
    status,
    reason: decided?.reason ?? reasonOf(event),
    resultHash: answer === undefined ? undefined : hash(answer),
  })
}

/**
 * Makes the row of an undo that succeeded or failed. The error of an undo may hold anything, so the
 * row has only its status.
 */
export function toUndoRow(
  audited: AuditedRun,
  { scope, effect }: Opened,
  event: EventOf<'agent:tool_undone'>,
): AuditRow {
  const { at, durationMs, undoneRunId, error } = event
  const before = { startedAt: at - durationMs, scope, effect, isTainted: false }
  return finish(audited, before, {
    ...toSubject(audited.run, event),
    source: audited.source,
    undoneRunId,
    status: error ? statusOfError(error) : 'ok',
  })
}

/** Makes the row of a remembered approval that was taken back, under the call that made it. */
export function toRevokedRow(
  audited: AuditedRun,
  { scope, effect, decided }: Opened,
  event: EventOf<'agent:approval_resolved'>,
  at: number,
): AuditRow {
  const { rememberedId, rememberedKey, rememberedUntil } = decided ?? {}
  const before = { startedAt: at, scope, effect, isTainted: false }
  return finish(audited, before, {
    ...toSubject(audited.run, { ...event, at }),
    source: 'ui',
    status: 'revoked',
    rememberedId,
    rememberedKey,
    rememberedUntil,
  })
}

type Subject = Pick<AuditRow, 'at' | 'runId' | 'rootRunId' | 'agentId' | 'callId' | 'tool'>

/** Returns the identity of the call and of its run, and the time of the row. */
function toSubject(
  { sessionId, config: { userId, tenantId } }: RunCore,
  { at, runId, rootRunId, agentId, callId, tool }: Subject,
) {
  return { at, runId, rootRunId, agentId, sessionId, userId, tenantId, callId, tool }
}

/** Returns who asked for a call. A chat also tells the calls of a page that is gone. */
const sourceOf = ({ run, source }: AuditedRun, callId: string): AuditSource =>
  run.journal?.intents.get(callId)?.source ?? source

/** Adds what all rows have, and freezes the row. */
function finish(
  audited: AuditedRun,
  { startedAt, scope, effect, isTainted }: Opened,
  row: Omit<AuditRow, 'startedAt' | 'durationMs' | 'scope' | 'effect' | 'isTainted'>,
): AuditRow {
  return Object.freeze(
    dropUndefined({
      ...row,
      startedAt,
      durationMs: row.at - startedAt,
      scope,
      effect,
      isTainted,
      reason: row.reason === undefined ? undefined : keptReason(audited, row.reason),
    }),
  )
}

/** Returns a reason without the secrets that it may hold, such as those of an error. */
function keptReason({ run, audit, warn }: AuditedRun, reason: string): string | undefined {
  const { redact } = audit
  const { redaction } = run.config as RunCore['config'] & Pick<LoopConfig, 'redaction'>
  try {
    const told = redaction?.text(reason) ?? reason
    return typeof redact === 'object' ? redact.text(told) : told
  } catch (thrown) {
    warn(thrown)
    return undefined
  }
}

/**
 * Returns the content that the model got. In code, which has no model, returns the result as JSON
 * text, cut to 65,536 bytes.
 */
function answerOf(event: Ended): string | undefined {
  if (event.message) return event.message.content
  if (event.type !== 'agent:tool_succeeded') return undefined
  try {
    return capText(toJsonText(event.result), 65_536).text
  } catch {
    return undefined
  }
}

/** Returns the reason of a denial that nobody was asked about, such as that of a hook. */
const reasonOf = (event: Ended): string | undefined =>
  event.type === 'agent:tool_failed' && ToolDeniedError.isInstance(event.error)
    ? event.error.reason
    : undefined

function statusOf(event: Ended): ToolStatus {
  if (event.message) return event.message.status
  if (event.type === 'agent:tool_succeeded') return 'ok'
  return event.type === 'agent:tool_cancelled' ? 'cancelled' : statusOfError(event.error)
}

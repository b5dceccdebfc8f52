import { ToolDeniedError } from '../errors/tool-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import type { Audit, AuditRow, AuditSource } from '../audit/audit.ts'
import { type JsonObject, type JsonValue, canonicalJson, dropUndefined } from '../json/json.ts'
import { capText, toJsonText } from '../json/json-text.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import { type AssistantToolCall, type ToolStatus, deepFreeze } from '../messages/message.ts'
import { hash } from '../json/hash.ts'
import type { RunCore } from './run-core.ts'
import { statusOfError } from './status-of-error.ts'

type Ended = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

type Undone = EventOf<'agent:tool_undone'>

/** The facts about a call that are known before it ends. */
type Opened = Pick<AuditRow, 'startedAt' | 'scope' | 'effect' | 'isTainted'> & {
  readonly call?: AssistantToolCall | undefined
  /** The approved arguments, if somebody was asked. */
  approved?: JsonObject | undefined
  decided?: Pick<AuditRow, 'decision' | 'decidedBy' | 'reason'> | undefined
}

/**
 * Writes a row for each call of a run when the call ends, and for each undo. If the audit fails,
 * the run warns and goes on.
 */
export function auditCalls(run: RunCore, audit: Audit, source: AuditSource): void {
  const opened = new Map<string, Opened>()
  const open = (tool: string, startedAt: number, call?: AssistantToolCall): Opened => {
    const found = source === 'runAgent' ? undefined : run.toolbox.find(tool)
    const { scope, tool: registered } = found ?? {}
    const isTainted = run.taint !== undefined
    return { call, startedAt, scope: scope?.name, effect: registered?.effect, isTainted }
  }
  run.log.listen((event) => {
    try {
      if (event.type === 'agent:tool_started') {
        opened.set(event.callId, open(event.tool, event.at, event.call))
      } else if (event.type === 'agent:approval_resolved') {
        const before = opened.get(event.callId)
        const { decision, by: decidedBy, reason, args } = event
        if (!before) return
        before.decided = { decision, decidedBy, reason }
        before.approved = args
      } else if (isEnd(event)) {
        const before = opened.get(event.callId) ?? open(event.tool, event.at)
        opened.delete(event.callId)
        append(run, audit, toRow(run, audit, source, before, event))
      } else if (event.type === 'agent:tool_undone') {
        append(run, audit, toUndoRow(run, source, event, open(event.tool, event.at)))
      }
    } catch (thrown) {
      warn(run, thrown)
    }
  })
}

const isEnd = (event: AgentEvent): event is Ended =>
  event.type === 'agent:tool_succeeded' ||
  event.type === 'agent:tool_failed' ||
  event.type === 'agent:tool_cancelled'

function toRow(
  run: RunCore,
  audit: Audit,
  source: AuditSource,
  { call: asked, decided, approved, ...before }: Opened,
  event: Ended,
): AuditRow {
  const { at, callId, tool } = event
  const record = run.records.findLast(({ message }) => message.id === callId)
  const call = asked ?? record?.call
  const text = textOf(call)
  const changed = approved ? textOf({ arguments: approved }) : textOf(record?.call ?? call)
  const answer = answerOf(event)
  return Object.freeze(
    dropUndefined({
      ...toSubject(run, event),
      ...before,
      durationMs: at - before.startedAt,
      // A chat also tells the calls of a page that is gone.
      source: run.journal?.intents.get(callId)?.source ?? source,
      status: statusOf(event),
      argumentsHash: hash(text),
      arguments: kept(run, audit, tool, text),
      ...(changed !== text && {
        changedArgumentsHash: hash(changed),
        changedArguments: kept(run, audit, tool, changed),
      }),
      ...decided,
      reason: decided?.reason ?? reasonOf(event),
      resultHash: answer === undefined ? undefined : hash(answer),
    }),
  )
}

/**
 * Makes the row of an undo that succeeded or failed. The error of an undo may hold anything, so the
 * row has only its status.
 */
function toUndoRow(
  run: RunCore,
  source: AuditSource,
  event: Undone,
  { scope, effect }: Opened,
): AuditRow {
  const { at, durationMs, undoneRunId, error } = event
  return Object.freeze(
    dropUndefined({
      ...toSubject(run, event),
      startedAt: at - durationMs,
      durationMs,
      scope,
      effect,
      source,
      undoneRunId,
      isTainted: false,
      status: error ? statusOfError(error) : 'ok',
    }),
  )
}

/** Returns the identity of the call and of its run, and the time of the row. */
function toSubject(
  { sessionId, config: { userId, tenantId } }: RunCore,
  { at, runId, rootRunId, agentId, callId, tool }: Ended | Undone,
) {
  return { at, runId, rootRunId, agentId, sessionId, userId, tenantId, callId, tool }
}

/**
 * Returns the arguments as canonical JSON, which is the same for equal arguments. Uses the text
 * that the model gave in place of arguments, if there is any. Arguments that throw when they are
 * read become `"[unreadable]"`.
 */
function textOf(call: Partial<AssistantToolCall> | undefined): string {
  const given = call?.raw ?? call?.arguments
  // Code may pass arguments that JSON cannot represent, or that nobody can read.
  for (const write of [canonicalJson, toJsonText]) {
    try {
      return write(given) ?? 'null'
    } catch {}
  }
  return '"[unreadable]"'
}

/**
 * Returns the arguments after the audit's `redact`. Returns undefined without `redact`, or if
 * `redact` throws.
 */
function kept(run: RunCore, audit: Audit, tool: string, text: string): JsonValue | undefined {
  const { redact } = audit
  if (!redact) return undefined
  try {
    return deepFreeze(
      typeof redact === 'function'
        ? redact(JSON.parse(text), { tool })
        : (JSON.parse(redact.text(text)) as JsonValue),
    )
  } catch (thrown) {
    warn(run, thrown)
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

function append(run: RunCore, audit: Audit, row: AuditRow): void {
  const written = audit.append(row)
  if (written instanceof Promise) written.catch((thrown: unknown) => warn(run, thrown))
}

const warn = (run: RunCore, thrown: unknown): void =>
  run.warn('audit_failed', `A row of the audit was not written whole: ${describeThrown(thrown)}`)

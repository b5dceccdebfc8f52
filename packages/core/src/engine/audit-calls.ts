import { describeThrown } from '../errors/describe-thrown.ts'
import type { Audit, AuditRow, AuditSource } from '../audit/audit.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { onRevoked } from './audit-revoked.ts'
import type { AuditedRun } from './audit-arguments.ts'
import {
  type Ended,
  type Opened,
  type StartingCall,
  toEndRow,
  toRevokedRow,
  toStartRow,
  toUndoRow,
} from './audit-row.ts'
import type { CallWork } from './call-work.ts'
import type { RunCore } from './run-core.ts'
import { optionsOf } from '../tools/call-subject.ts'

/** The longest time that a call waits for the row of its start, in milliseconds. */
const maxWait = 1_000

/**
 * Writes a row for each call of a run directly before its handler runs, one when the call ends, and
 * one for each undo. If the audit fails, the run warns and goes on.
 */
export function auditCalls(run: RunCore, audit: Audit, source: AuditSource): void {
  const opened = new Map<string, Opened>()
  const warn = (thrown: unknown): void =>
    run.warn('audit_failed', `A row of the audit was not written whole: ${describeThrown(thrown)}`)
  const audited: AuditedRun = { run, audit, source, warn }
  const open = (tool: string, startedAt: number, call?: AssistantToolCall): Opened => {
    const found = source === 'runAgent' ? undefined : run.toolbox.find(tool)
    const { scope, tool: registered } = found ?? {}
    const effect = registered && optionsOf(registered, call?.arguments ?? {}).effect
    const isTainted = run.taint !== undefined
    return { call, startedAt, scope: scope?.name, effect, isTainted }
  }
  const attempt = <T>(write: () => T): T | undefined => {
    try {
      return write()
    } catch (thrown) {
      warn(thrown)
      return undefined
    }
  }
  /** Appends a row. Never throws or rejects. */
  const append = (toRow: () => AuditRow): Promise<unknown> | undefined =>
    attempt(() => {
      const written = audit.append(toRow())
      return written instanceof Promise ? written.catch(warn) : undefined
    })
  starts.set(run, (starting, decidedBy) => {
    const { callId, tool, call } = starting
    const at = run.ports.clock.now()
    const before = opened.get(callId) ?? open(tool, at, call)
    opened.set(callId, before)
    if (decidedBy) before.decided = { decision: 'approved', decidedBy }
    const written = append(() => toStartRow(audited, before, starting, at))
    return written && atMost(run, written, warn)
  })
  run.log.listen((event) => {
    if (event.type === 'agent:tool_started') {
      attempt(() => opened.set(event.callId, open(event.tool, event.at, event.call)))
    } else if (event.type === 'agent:approval_resolved') {
      const before = opened.get(event.callId)
      if (before) attempt(() => decide(audited, before, event, append))
    } else if (isEnd(event)) {
      void append(() => {
        const before = opened.get(event.callId) ?? open(event.tool, event.at)
        opened.delete(event.callId)
        return toEndRow(audited, before, event)
      })
    } else if (event.type === 'agent:tool_undone') {
      void append(() => toUndoRow(audited, open(event.tool, event.at), event))
    }
  })
}

/** Writes the start of a call. `decidedBy` is who approved it, if somebody had to. */
type Start = (starting: StartingCall, decidedBy: AuditRow['decidedBy']) => Promise<void> | undefined
const starts = new WeakMap<RunCore, Start>()

/**
 * Writes to the audit of a run, if it has one, that a call is about to run. Returns a promise if
 * the call is to wait for that. The promise never rejects.
 */
export const auditStart = (
  work: CallWork,
  decidedBy: AuditRow['decidedBy'],
): Promise<void> | undefined => starts.get(work.run)?.(work, decidedBy)

/** Takes note of a decision. A remembered approval gets a row if it is taken back. */
function decide(
  audited: AuditedRun,
  before: Opened,
  event: EventOf<'agent:approval_resolved'>,
  append: (toRow: () => AuditRow) => unknown,
): void {
  const { decision, by: decidedBy, reason, args, remembered } = event
  before.approved = args
  before.decided = {
    decision,
    decidedBy,
    reason,
    rememberedId: remembered?.id,
    rememberedKey: remembered?.key,
    rememberedUntil: remembered?.until,
  }
  if (!remembered || decidedBy === 'remembered') return
  onRevoked(audited.run.ports, remembered, (at) =>
    append(() => toRevokedRow(audited, before, event, at)),
  )
}

const isEnd = (event: AgentEvent): event is Ended =>
  event.type === 'agent:tool_succeeded' ||
  event.type === 'agent:tool_failed' ||
  event.type === 'agent:tool_cancelled'

/** Waits for a row that an audit writes, but no longer than a call may wait. */
async function atMost(
  { ports: { clock } }: RunCore,
  written: Promise<unknown>,
  warn: (thrown: unknown) => void,
): Promise<void> {
  let timer: unknown
  const late = new Promise<void>((resolve) => {
    timer = clock.setTimeout(() => {
      warn('the audit took longer than a second. The call went on without waiting for it')
      resolve()
    }, maxWait)
  })
  await Promise.race([written, late])
  clock.clearTimeout(timer)
}

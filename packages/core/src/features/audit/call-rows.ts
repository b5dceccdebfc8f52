import type { ApprovalOutcome } from '../../approval/policy.ts'
import { type CallWork, statusOfError } from '../../engine/call.ts'
import type { LoopConfig } from '../../engine/run-config.ts'
import type { RunCore } from '../../engine/run.ts'
import { type CallEnd, type Feature, isCallEnd } from '../../engine/seams.ts'
import type { Ports } from '../../environment.ts'
import { describeThrown, AgentError } from '../../errors/agent-error.ts'
import type { EventOf } from '../../events.ts'
import { hash } from '../../json/hash.ts'
import { capText, toJsonText, canonicalJson } from '../../json/json-text.ts'
import { dropUndefined, type JsonObject, type JsonValue } from '../../json/json.ts'
import { type AssistantToolCall, deepFreeze, type ToolStatus } from '../../messages/message.ts'
import { optionsOf } from '../../tools/context.ts'
import type { Parts } from '../../plugin-parts.ts'
import type { AuditRow, AuditSource } from '../../ports.ts'

/** The longest time that a call waits for the row of its start, in milliseconds. */
const maxWait = 1_000

/**
 * Writes a row for each call of a run directly before its handler runs, one when the call ends, and
 * one for each undo. If the audit fails, the run warns and goes on.
 */
function auditCalls(run: RunCore, audit: NonNullable<Parts['audit']>): void {
  const { source } = run
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
    before.effect = starting.effect ?? before.effect
    if (decidedBy) before.decided = { decision: 'approved', decidedBy }
    const written = append(() => toStartRow(audited, before, starting, at))
    return written && atMost(run, written, warn)
  })
  run.log.listen((event) => {
    if (event.type === 'agent:tool_started') {
      attempt(() => opened.set(event.callId, open(event.tool, event.at, event.call)))
    } else if (event.type === 'agent:pending_resolved' && event.kind === 'approval') {
      const before = opened.get(event.callId)
      if (before) attempt(() => decide(audited, before, event, append))
    } else if (isCallEnd(event)) {
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

type ApprovalResolved = Extract<EventOf<'agent:pending_resolved'>, { kind: 'approval' }>

/** Takes note of a decision. A remembered approval gets a row if it is taken back. */
function decide(
  audited: AuditedRun,
  before: Opened,
  event: ApprovalResolved,
  append: (toRow: () => AuditRow) => unknown,
): void {
  const { decision, by: decidedBy, reason, edited, remembered } = event
  before.edited = edited
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

type Decided = Pick<
  AuditRow,
  'decision' | 'decidedBy' | 'reason' | 'rememberedId' | 'rememberedKey' | 'rememberedUntil'
>

/** A call that is about to run. */
type StartingCall = Pick<CallWork, 'callId' | 'tool' | 'call' | 'effect'>

/** The facts about a call that are known before it ends. */
interface Opened extends Pick<AuditRow, 'startedAt' | 'scope' | 'isTainted'> {
  effect: AuditRow['effect']
  readonly call?: AssistantToolCall | undefined
  /** The arguments as a user changed them. */
  edited?: JsonObject | undefined
  decided?: Decided | undefined
  /** The arguments in the row of the start. */
  args?: Arguments
}

/** Makes the row of a call that is about to run. */
function toStartRow(
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
function toEndRow(audited: AuditedRun, before: Opened, event: CallEnd): AuditRow {
  const { run } = audited
  const { callId, tool } = event
  const record = run.records.findLast(({ message }) => message.id === callId)
  const answer = answerOf(event)
  const status = statusOf(event)
  const { decided } = before
  before.effect = record?.effect ?? before.effect
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
function toUndoRow(
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
    status: error ? statusOfError(error, true) : 'ok',
  })
}

/** Makes the row of a remembered approval that was taken back, under the call that made it. */
function toRevokedRow(
  audited: AuditedRun,
  { scope, effect, decided }: Opened,
  event: ApprovalResolved,
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
  { sessionId, config: { user } }: RunCore,
  { at, runId, rootRunId, agentId, callId, tool }: Subject,
) {
  const { id: userId, tenant: tenantId } = user
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
    const told = redaction?.redact(reason) ?? reason
    return typeof redact === 'object' ? redact.redact(told) : told
  } catch (thrown) {
    warn(thrown)
    return undefined
  }
}

/**
 * Returns the content that the model got. In code, which has no model, returns the result as JSON
 * text, cut to 65,536 bytes.
 */
function answerOf(event: CallEnd): string | undefined {
  if (event.message) return event.message.content
  if (event.type !== 'agent:tool_succeeded') return undefined
  try {
    return capText(toJsonText(event.result), 65_536).text
  } catch {
    return undefined
  }
}

/** Returns the reason of a denial that nobody was asked about, such as that of a plug-in. */
const reasonOf = (event: CallEnd): string | undefined =>
  event.type === 'agent:tool_failed' && AgentError.is(event.error, 'denied')
    ? event.error.details.reason
    : undefined

function statusOf(event: CallEnd): ToolStatus {
  if (event.message) return event.message.status
  if (event.type === 'agent:tool_succeeded') return 'ok'
  if (event.type === 'agent:tool_failed') return statusOfError(event.error, true)
  return event.began ? 'interrupted' : 'cancelled'
}

/** A run with its audit. */
interface AuditedRun {
  readonly run: RunCore
  readonly audit: NonNullable<Parts['audit']>
  readonly source: AuditSource
  readonly warn: (thrown: unknown) => void
}

/** The arguments of a call, as its rows have them. */
type Arguments = Pick<
  AuditRow,
  'argumentsHash' | 'arguments' | 'changedArgumentsHash' | 'changedArguments'
>

/** A call as it was asked for, and its arguments as a user changed them. */
interface Asked {
  readonly call?: AssistantToolCall | undefined
  readonly edited?: JsonObject | undefined
}

/** Returns the arguments as the model gave them, and those that took their place. */
function toArguments(
  audited: AuditedRun,
  { call: asked, edited }: Asked,
  tool: string,
  now: AssistantToolCall | undefined,
): Arguments {
  const call = asked ?? now
  const text = textOf(call)
  const changed = edited ? textOf({ arguments: edited }) : textOf(now ?? call)
  return {
    argumentsHash: hash(text),
    arguments: kept(audited, tool, text),
    ...(changed !== text && {
      changedArgumentsHash: hash(changed),
      changedArguments: kept(audited, tool, changed),
    }),
  }
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
function kept({ audit, warn }: AuditedRun, tool: string, text: string): JsonValue | undefined {
  const { redact } = audit
  if (!redact) return undefined
  try {
    return deepFreeze(
      typeof redact === 'function'
        ? redact(JSON.parse(text) as JsonValue, { tool })
        : (JSON.parse(redact.redact(text)) as JsonValue),
    )
  } catch (thrown) {
    warn(thrown)
    return undefined
  }
}

/**
 * Calls the listener once, with the time, if a remembered approval is taken back before its end. A
 * newer approval that takes its place does not count.
 */
function onRevoked(
  { pending, clock }: Ports,
  { id, until }: NonNullable<ApprovalOutcome['remembered']>,
  listener: (at: number) => void,
): void {
  if (!pending) return
  let before = pending.rules
  // The state shows the open conversation only. The rules are those of all conversations.
  const end = pending.subscribe(() => {
    const { rules } = pending
    const isReplaced = rules.some((rule) => !before.includes(rule))
    before = rules
    if (rules.some((rule) => rule.id === id)) return
    end()
    const now = clock.now()
    if (now < until && !isReplaced) listener(now)
  })
}

/** The feature that writes down every call, for a run with \`audit\`. */
export const audit: Feature = {
  run: (run) => run.config.audit && auditCalls(run, run.config.audit),
  execute: (work, approvedBy) => starts.get(work.run)?.(work, approvedBy),
}

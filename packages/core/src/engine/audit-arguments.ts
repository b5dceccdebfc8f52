import type { Audit, AuditRow, AuditSource } from '../audit/audit.ts'
import { hash } from '../json/hash.ts'
import { toJsonText } from '../json/json-text.ts'
import { type JsonObject, type JsonValue, canonicalJson } from '../json/json.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import type { RunCore } from './run-core.ts'

/** A run with its audit. */
export interface AuditedRun {
  readonly run: RunCore
  readonly audit: Audit
  readonly source: AuditSource
  readonly warn: (thrown: unknown) => void
}

/** The arguments of a call, as its rows have them. */
export type Arguments = Pick<
  AuditRow,
  'argumentsHash' | 'arguments' | 'changedArgumentsHash' | 'changedArguments'
>

/** A call as it was asked for, and the arguments that were approved. */
interface Asked {
  readonly call?: AssistantToolCall | undefined
  readonly approved?: JsonObject | undefined
}

/** Returns the arguments as the model gave them, and those that took their place. */
export function toArguments(
  audited: AuditedRun,
  { call: asked, approved }: Asked,
  tool: string,
  now: AssistantToolCall | undefined,
): Arguments {
  const call = asked ?? now
  const text = textOf(call)
  const changed = approved ? textOf({ arguments: approved }) : textOf(now ?? call)
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
        : (JSON.parse(redact.text(text)) as JsonValue),
    )
  } catch (thrown) {
    warn(thrown)
    return undefined
  }
}

import type { CallWork, Executable, Found } from '../engine/call.ts'
import { describeThrown } from '../errors/agent-error.ts'
import { ToolDeniedError } from '../errors/errors.ts'
import { hash } from '../json/hash.ts'
import type { JsonObject } from '../json/json.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import type { CallSubject } from '../tools/context.ts'
import type { KnownParts } from '../tools/registry.ts'
import type { Scope } from '../tools/scope.ts'
import type { ApprovalOutcome } from './policy.ts'

/** The right to run one call once, with exactly the approved arguments. */
export interface Permit {
  /** The party that allowed the call. */
  readonly by: ApprovalOutcome['by']
  /**
   * Returns the approved arguments, parsed, and uses the permit up. Throws `ToolDeniedError` if
   * anything has changed, if the approval has expired, and at the second call. Throws
   * `DisabledToolError` if the tool is off.
   */
  readonly redeem: (now: Found | undefined) => unknown
  /**
   * Checks again, right before the handler: the tool, what was shown, and the values that the call
   * is bound to. Throws `ToolDeniedError` if something has changed. Returns a promise if a preview
   * has to be asked first. Then the check has to be repeated.
   */
  readonly recheck: (now: Found | undefined) => Promise<void> | undefined
  /**
   * Reports the outcome and remembers the approval, if that has not been done. Called when the call
   * is about to run, or with the error that it ends with instead.
   */
  readonly conclude: (thrown?: unknown) => void
}

/**
 * Returns the JSON text that equal data has in common, whatever the order of keys. Each member is
 * read once. `__proto__` is left out.
 */
export const toCanonicalText = (value: unknown): string => JSON.stringify(inOrder(value))

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    if (key !== '__proto__') copy[key] = inOrder((value as Record<string, unknown>)[key])
  }
  return copy
}

/**
 * Everything that an approval covers. An approval counts only for a call of which nothing has
 * changed.
 */
export interface Binding {
  /** The arguments as canonical JSON text, which is the same for equal arguments. */
  readonly text: string
  /** SHA-256 of `text`. */
  readonly argsHash: string
  /** SHA-256 of the parts of the tool that the model and the person know. */
  readonly toolHash: string
  /** The subject of the call. */
  readonly subject: Subject
  /**
   * Throws `ToolDeniedError` if something has changed. `subject` is the subject of the approved
   * arguments, which a person may have changed.
   */
  readonly check: (now: Found | undefined, subject: Subject) => void
  /** Throws `ToolDeniedError` if the tool or the subject has changed. */
  readonly checkTool: (now: Found | undefined, subject: Subject) => void
  /** Tells if nothing has changed: the tool as it is found now provides what was shown. */
  readonly isSame: (now: Found | undefined) => boolean
  /**
   * Returns the reason why the approval does not hold, though its subject is on the page. Undefined
   * if the subject is not on the page.
   */
  readonly whyNot: (now: Found) => string | undefined
}

/** The subject of a call when it was shown: what it is for, such as one row of a list. */
export interface Subject {
  /** The subject itself; undefined if the tool does not say what the call is for. */
  readonly named: CallSubject | undefined
  /** Tells if the tool of now says the same. */
  readonly isSame: (now: Executable) => boolean
}

/**
 * Binds an approval to a call as it is now. Copies the arguments once. That copy is shown to the
 * person, and the handler gets it. If the call's arguments read differently later, the call is
 * refused.
 */
export function bind(work: CallWork, found: Found): Binding {
  const { call, callId, run } = work
  const { executable, registered } = found
  const { handler } = executable
  const { name } = call
  const scope = registered?.scope
  const text = textOf(call)
  const toolHash = hashTool(name, executable)
  const subject = subjectOf(executable, JSON.parse(text) as JsonObject)
  const refuse = (changed: string): never => refuseChanged(work.tool, changed)
  const checkTool: Binding['checkTool'] = (now, { named, isSame }) => {
    if (!now || executable.handler !== handler) return refuse('the tool')
    const isSameEntry = now.registered === registered && registered?.scope === scope
    // A tool that says what the call is for may leave and come back: the row is the same one.
    if (!named) {
      if (now.executable !== executable) refuse('the tool')
      if (!isSameEntry) refuse('where the tool is registered')
    } else if (!isSameEntry && !isSameScope(now.registered?.scope, scope)) {
      refuse('where the tool is registered')
    }
    if (hashTool(name, now.executable) !== toolHash) refuse('the description of the tool')
    if (!isSame(now.executable)) refuse(subjectInWords)
  }
  return {
    text,
    argsHash: hash(text),
    toolHash,
    subject,
    check: (now, subject) => {
      const isSame = work.call === call && call.name === name
      if (!isSame || work.callId !== callId || work.run !== run) refuse('the call')
      checkTool(now, subject)
      if (textOf(call) !== text) refuse('the arguments')
    },
    checkTool,
    isSame: (now) => {
      try {
        checkTool(now, subject)
        return true
      } catch {
        return false
      }
    },
    whyNot: (now) => {
      const { named } = subject
      const found = named && subjectOf(now.executable, toArgs(text)).named
      return found && `${describeSubjectChange(named, found)}, so the approval does not hold`
    },
  }
}

const subjectInWords = 'what it is for'

/** Throws the error for a call of which something has changed since it was shown. */
export function refuseChanged(tool: string, changed: string = subjectInWords): never {
  const reason = `${changed} changed after it was shown, so the approval does not cover it`
  throw new ToolDeniedError(tool, reason, reason, 'changed')
}

const isSameScope = (a: Scope | undefined, b: Scope | undefined): boolean =>
  a?.name === b?.name && a?.label === b?.label

/** Tells if two finds are of the same tool, which may have been registered anew in between. */
export const isSameTool = (name: string, before: Found, now: Found): boolean =>
  now.registered === before.registered ||
  (now.registered?.scope.name === before.registered?.scope.name &&
    describeTool(name, now.executable) === describeTool(name, before.executable))

/** Returns the arguments of a binding as a frozen object. */
export const toArgs = (text: string): JsonObject => deepFreeze(JSON.parse(text) as JsonObject)

/** Returns the present subject of a call with these arguments. */
export function subjectOf(executable: Executable, args: JsonObject): Subject {
  const named = executable.subjectOf?.(args)
  const parts = named?.parts ?? []
  return {
    named,
    isSame: (tool) => {
      const now = tool.subjectOf?.(args)?.parts ?? []
      return now.length === parts.length && now.every((part, at) => Object.is(part, parts[at]))
    },
  }
}

function describeSubjectChange(before: CallSubject, now: CallSubject): string {
  if (before.label === now.label) return 'what the person was shown changed'
  const [from, to] = [before, now].map(({ label }) => JSON.stringify(label ?? ''))
  return `its label changed from ${from} to ${to}`
}

/** Returns the arguments of a call as canonical JSON text. */
export function textOf({ name, arguments: args }: AssistantToolCall): string {
  try {
    return toCanonicalText(args)
  } catch (thrown) {
    const reason = `its arguments cannot be read: ${describeThrown(thrown)}`
    throw new ToolDeniedError(name, reason, reason, 'unclear')
  }
}

/** Returns the identifying parts of a tool as text. */
function describeTool(name: string, executable: KnownParts): string {
  const { title, description, jsonSchema, effect, untrusted } = executable
  return JSON.stringify({ name, title, description, jsonSchema, effect, untrusted })
}

/** The text of each tool, hashed. The text shows if a part has changed since. */
const known = new WeakMap<Executable, { readonly text: string; readonly hash: string }>()

function hashTool(name: string, executable: Executable): string {
  const text = describeTool(name, executable)
  const before = known.get(executable)
  if (before?.text === text) return before.hash
  const hashed = { text, hash: hash(text) }
  known.set(executable, hashed)
  return hashed.hash
}

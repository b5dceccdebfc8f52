import type { CallWork, Executable, Found } from '../engine/call-work.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { ToolDeniedError } from '../errors/tool-errors.ts'
import type { CallSubject } from '../tools/tool-context.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import { hash } from '../json/hash.ts'
import type { JsonObject } from '../json/json.ts'

/** The right to run one call once, with exactly what was approved. */
export interface Permit {
  /** The arguments, parsed anew from what was approved. Throws `ToolDeniedError` when anything is another by now, when it is too late, and the second time. */
  readonly use: (now: Found | undefined) => unknown
  /** Throws `ToolDeniedError` when the tool is another by now. */
  readonly holds: (now: Found | undefined) => void
}

/** JSON text that equal data has in common, whatever the order of its keys. Each member is read once; `__proto__` is left out. */
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

/** Everything an approval is of: if any of it is another when the call is about to run, the approval is not of that call. */
export interface Binding {
  /** The arguments, in the one form that equal arguments have. */
  readonly text: string
  /** SHA-256 of `text`. */
  readonly argsHash: string
  /** SHA-256 of what the model and the person know the tool by. */
  readonly toolHash: string
  /** What the call is for. */
  readonly subject: Subject
  /** Throws `ToolDeniedError` when something is another by now. `subject`: of the arguments that took the place of those it was asked for with. */
  readonly check: (now: Found | undefined, subject: Subject) => void
  /** The same of the tool and the subject alone. */
  readonly checkTool: (now: Found | undefined, subject: Subject) => void
}

/** What a call is for, as it was when it was shown. */
export interface Subject {
  readonly isSame: () => boolean
  readonly onGone: CallSubject['onGone']
}

/**
 * Binds a call to what it is at this moment. The arguments are read once, here: what getters or a second reading would give makes no difference to what is
 * shown and run, and refuses the call when it differs later.
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
  const refuse = (changed: string): never => {
    throw new ToolDeniedError(work.tool, `${changed} changed after it was shown`)
  }
  const checkTool: Binding['checkTool'] = (now, { isSame }) => {
    if (!now || now.executable !== executable || executable.handler !== handler) refuse('the tool')
    if (now?.registered !== registered || registered?.scope !== scope) {
      refuse('where the tool is registered')
    }
    if (hashTool(name, executable) !== toolHash) refuse('the description of the tool')
    if (!isSame()) refuse('what it is for')
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
  }
}

/** The arguments of a binding, to show: nobody can change them. */
export const toArgs = (text: string): JsonObject => deepFreeze(JSON.parse(text) as JsonObject)

/** What a call with these arguments is for now. */
export function subjectOf(executable: Executable, args: JsonObject): Subject {
  const subject = executable.subjectOf?.(args) ?? noSubject
  const { parts } = subject
  return {
    onGone: (listener) => subject.onGone(listener),
    isSame: () => {
      const { parts: now } = executable.subjectOf?.(args) ?? noSubject
      return now.length === parts.length && now.every((part, at) => Object.is(part, parts[at]))
    },
  }
}

const noSubject: CallSubject = { parts: [], onGone: () => () => undefined }

function textOf({ name, arguments: args }: AssistantToolCall): string {
  try {
    return toCanonicalText(args)
  } catch (thrown) {
    throw new ToolDeniedError(name, `its arguments cannot be read: ${describeThrown(thrown)}`)
  }
}

/** What a tool is known by, as text and hashed; by its own object, whose parts may have been changed since. */
const known = new WeakMap<Executable, { readonly text: string; readonly hash: string }>()

function hashTool(name: string, executable: Executable): string {
  const { title, description, lastingSchema: jsonSchema, effect, untrusted } = executable
  const text = JSON.stringify({ name, title, description, jsonSchema, effect, untrusted })
  const before = known.get(executable)
  if (before?.text === text) return before.hash
  const hashed = { text, hash: hash(text) }
  known.set(executable, hashed)
  return hashed.hash
}

// The reasons: decisions/0080.
import { misuse } from '../options/misuse.ts'
import type { RegisteredTool } from './registry.ts'
import type { Scope } from './scope.ts'

/**
 * An id, or an id with a name for people. `selected` tells the model which of the mounts of a tool
 * the user has selected; default false.
 */
export type SubjectValue =
  | string
  | number
  | {
      readonly id: string | number
      readonly label?: string | undefined
      readonly selected?: boolean | undefined
    }

/**
 * The thing on the page that the calls of a tool are about, such as the order that is open. A
 * function is read anew each time; it gets no arguments and must return at once. Without a value,
 * or with an empty text, there is no such thing now: the call is then as one without a subject.
 */
export type Subject = SubjectValue | (() => SubjectValue | null | undefined)

/**
 * Returns the subject as it is now; undefined if there is none. Throws `AgentError` for a value
 * without an id, and whatever a function throws.
 */
export function readSubject(
  subject: Subject | undefined,
  owner: string,
): { readonly id: string; readonly label?: string | undefined } | undefined {
  const value: unknown = typeof subject === 'function' ? subject() : subject
  // `row && { … }` gives null or false while there is no row.
  if (value === undefined || value === null || value === false || value === '') return undefined
  const { id, label } = (typeof value === 'object' ? value : { id: value }) as {
    readonly id: unknown
    readonly label?: string | undefined
  }
  if (id === '' || (typeof id !== 'string' && !Number.isFinite(id)))
    throw misuse('subject', [owner])
  return { id: String(id), label }
}

/** A subject that could not be read. */
export interface SubjectFault {
  /** The tool or the scope whose subject it is, such as `scope "order"`. */
  readonly owner: string
  /** The value that was thrown. */
  readonly thrown: unknown
}

/** What a tool is about at one time. */
export interface About {
  /** The ids of its subjects as text; undefined for none. A symbol if one could not be read. */
  readonly text: string | symbol | undefined
  /** The subject that could not be read, and why. */
  readonly fault?: SubjectFault | undefined
  /** The tool's `mount`, or else its place in the registry. It counts where `text` is undefined. */
  readonly mount: unknown
}

type Reading = SubjectFault | { readonly id: string | undefined }

/** Returns a scope and the scopes around it, the nearest first. */
export function withParents(scope: Scope): Scope[] {
  const all: Scope[] = []
  for (let at: Scope | undefined = scope; at; at = at.parent) all.push(at)
  return all
}

/** The readings of the subjects of scopes, for tools that are read at once. */
export type ScopeReadings = Map<Scope, Reading>

/**
 * Reads what a tool and the scopes around it are about now. A reading of a scope that is known is
 * used again.
 */
export function readAbout(place: RegisteredTool, known: ScopeReadings = new Map()): About {
  const { tool, scope } = place
  const { mount = place } = tool
  let isNone = tool.subject === undefined
  for (let at: Scope | undefined = scope; at && isNone; at = at.parent)
    isNone = at.subject === undefined
  if (isNone) return { text: undefined, mount }
  const scopes = withParents(scope).reverse()
  const ofScopes = scopes.map((one) => {
    const reading = known.get(one) ?? readId(one.subject, `scope "${one.name}"`)
    known.set(one, reading)
    return reading
  })
  const readings = [...ofScopes, readId(tool.subject, `tool "${tool.name}"`)]
  const fault = readings.find((reading) => 'thrown' in reading)
  // No two symbols are the same, so no call of the tool runs.
  if (fault) return { text: Symbol(), fault, mount }
  const ids = readings.map((reading) => (reading as { readonly id: string | undefined }).id)
  const isEmpty = ids.every((id) => id === undefined)
  return { text: isEmpty ? undefined : JSON.stringify(ids), mount }
}

/** Whether a tool is about the same thing. Without a subject, another mount is another thing. */
export const isSameThing = (a: About, b: About): boolean =>
  a.text === b.text && (a.text !== undefined || a.mount === b.mount)

function readId(subject: Subject | undefined, owner: string): Reading {
  try {
    return { id: readSubject(subject, owner)?.id }
  } catch (thrown) {
    return { owner, thrown }
  }
}

import type { SessionOperations } from '@ambit/protocol'
import { boolean, integer, invalid, json, list, object, type Shape, string } from '../shape.ts'

/** The most characters of an id, a title and an excerpt, and the greatest number of an attempt. */
const maxId = 500
const maxTitle = 10_000
const maxExcerpt = 1_000
const maxAttempt = 2 ** 31 - 1

/** Returns the shape of a text of at most `max` characters. */
const text =
  (max: number): Shape =>
  (value, path) => {
    if (typeof value !== 'string' || value.length > max) {
      throw invalid(path, `a text of at most ${max} characters`)
    }
    return value
  }

/** Accepts the id of a session, a claim, a page and so on, which a database must keep as it is. */
export const id: Shape = (value, path) => {
  const given = text(maxId)(value, path) as string
  if (given === '' || given.includes('\0') || !given.isWellFormed()) {
    throw invalid(path, 'a text that is not empty, without a zero character')
  }
  return given
}

/** JSON has no infinite number, but `1e999` is read as one. */
const finite: Shape = (value, path) => {
  if (!Number.isFinite(value)) throw invalid(path, 'a finite number')
  return value
}

/** A range may go beyond both ends. */
const anyInteger = integer(Number.MIN_SAFE_INTEGER)

const attempt: Shape = (value, path) => {
  if (Number(integer(1)(value, path)) > maxAttempt) throw invalid(path, `at most ${maxAttempt}`)
  return value
}

const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? null : shape(value, path)

/** Returns a shape that checks a value, and keeps what it does not name. */
const whole =
  (shape: Shape): Shape =>
  (value, path) => {
    shape(value, path)
    return value
  }

const change = { title: text(maxTitle), head: orNull(string) }

const row = whole(object({ id, createdAt: finite, updatedAt: finite }, { title: text(maxTitle) }))

const write = object(
  { at: finite, id },
  {
    next: integer(0),
    messages: list(whole(object({ id: string, role: string }, { content: json }))),
    intents: list(whole(object({ call: object({ id: string }), attempt }))),
    session: whole(object({}, change)),
    isStrict: boolean,
  },
)

const claimed = { id, claim: id }

const inside = object({ id, seq: integer(0), found: list(string, 100) }, { text: text(maxExcerpt) })

/** The shape of what each operation gets. */
export const shapes: { readonly [Name in keyof SessionOperations]: Shape } = {
  list: object({}, { before: finite, beforeId: id, limit: integer(1), query: string, inside }),
  read: object({ id }),
  messages: object({ id }, { from: anyInteger, last: integer(0), before: anyInteger }),
  intents: object({ id }, { after: id }),
  claim: object({ ...claimed, row }, { waiting: list(whole(object({ id }, { content: json }))) }),
  renew: object(claimed),
  holds: object(claimed),
  release: object(claimed),
  write: object({ ...claimed, write }),
  update: object({ id, update: id, change: object({}, change) }, { ifHead: orNull(string) }),
  delete: object({ id }),
  note: object({ id, noteId: id, note: whole(object({ type: string })) }),
}

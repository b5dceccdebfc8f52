import { DisabledToolError } from '../../errors/errors.ts'

/** A part of a state as it was before an action, and as the action left it. */
export interface Change {
  readonly before: unknown
  readonly after: unknown
}

/** The value of a key that is not there. */
export const absent: unique symbol = Symbol('absent')

/**
 * Returns `now` without a change: with the old value of whatever is still as the change left it.
 * Goes into records, and into lists of things with an `id`, so what others did to other things
 * stays. What was changed since stays as it is, and its name is added to `stays`. `name` is that of
 * the whole; if it is empty, its members have theirs. Without `stays`, nothing stays.
 */
export function putBack(
  { before, after }: Change,
  now: unknown,
  name: string,
  stays?: Set<string>,
): unknown {
  if (isSame(before, after) || isSame(now, before)) return now
  if (isSame(now, after)) return before
  if (before === absent && isSame(shownOf(now), shownOf(after))) return absent
  // What the change has added is gone already. What it has changed or removed cannot come back.
  if (before === absent && now === absent) return now
  const lists = [before, after, now].map(toThings)
  const [old, made, present] = lists
  if (old && made && present) return putBackThings([old, made, present], name, stays)
  // Another thing is in the place of the one that was changed.
  const isOther = isThing(after) && isThing(now) && keyOf(after) !== keyOf(now)
  if (!isOther && isRecord(before) && isRecord(after) && isRecord(now)) {
    const own = nameOf(now) || name
    const fieldsOf = (record: object): Parts => new Map(Object.entries(record))
    const fields = [fieldsOf(before), fieldsOf(after), fieldsOf(now)] as const
    const back = putBackEach(fields, (key) => own || inWords(key), stays)
    return Object.fromEntries(back)
  }
  if (!stays) return before
  stays.add(nameOf(now) ?? nameOf(after) ?? name)
  return now
}

/** The parts of something before a change, after it, and now. */
type Three = readonly [Parts, Parts, Parts]
type Parts = ReadonlyMap<string, unknown>

/** Puts back each part that a change has added, changed or removed. */
function putBackEach(
  [before, after, now]: Three,
  toName: (key: string) => string,
  stays: Set<string> | undefined,
): Map<string, unknown> {
  const result = new Map(now)
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, made, present] = [before, after, now].map((parts) => read(parts, key))
    const back = putBack({ before: was, after: made }, present, toName(key), stays)
    if (back === absent) result.delete(key)
    else result.set(key, back)
  }
  return result
}

function putBackThings(lists: Three, name: string, stays: Set<string> | undefined): unknown[] {
  const [before, after, now] = lists
  const back = putBackEach(lists, () => name, stays)
  const places = [...now.keys()].filter((id) => back.has(id))
  const inAll = (id: string): boolean => places.includes(id) && before.has(id) && after.has(id)
  const [was, made, present] = lists.map((parts) => [...parts.keys()].filter(inAll))
  const isReordered = String(was) !== String(made)
  if (isReordered && String(present) !== String(made)) stays?.add(name)
  else if (isReordered) {
    const next = was?.values()
    for (const [at, id] of places.entries()) if (inAll(id)) places[at] = next?.next().value ?? id
  }
  // A thing that was removed comes back behind the one that it stood behind.
  for (const [at, id] of [...before.keys()].entries()) {
    if (!back.has(id) || places.includes(id)) continue
    const last = [...before.keys()].slice(0, at).findLast((other) => places.includes(other))
    places.splice(last === undefined ? 0 : places.indexOf(last) + 1, 0, id)
  }
  return places.map((id) => back.get(id))
}

/** Returns the things of a list by their ids; undefined for anything but a list of such things. */
function toThings(value: unknown): Parts | undefined {
  if (!Array.isArray(value)) return undefined
  const things = new Map(value.map((thing) => [isThing(thing) ? keyOf(thing) : '', thing]))
  return things.size === value.length && !things.has('') ? things : undefined
}

interface Thing extends Record<string, unknown> {
  readonly id: string | number
}

const isThing = (value: unknown): value is Thing =>
  isRecord(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number')

const keyOf = ({ id }: Thing): string => `${typeof id} ${id}`

/**
 * The fields that a canvas such as React Flow writes by itself into what it places, or that tell
 * what is selected. They are not what a user makes of a thing.
 */
const ownOfView = ['measured', 'selected', 'dragging', 'resizing']

/** Returns a thing without what the view of it writes. */
const shownOf = (value: unknown): unknown =>
  isRecord(value) && 'position' in value
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !ownOfView.includes(key)))
    : value

/** Returns the name of a thing for people; undefined if it has none. */
function nameOf(value: unknown): string | undefined {
  if (!isThing(value)) return undefined
  const { data } = value
  const named = [value, ...(isRecord(data) ? [data] : [])].flatMap((of) =>
    ['title', 'name', 'label', 'text'].map((key) => of[key]),
  )
  const name = named.find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof name === 'string' ? name.trim().slice(0, 60) : undefined
}

const read = (parts: Parts, key: string): unknown => (parts.has(key) ? parts.get(key) : absent)

/**
 * Returns `now` without a change, as {@link putBack} does. `names` are those of what stays, and
 * `stays` is a sentence for people with them; undefined if all of it is put back.
 */
export function takeBack(
  change: Change,
  now: unknown,
  name: string,
): { readonly value: unknown; readonly names: string[]; readonly stays: string | undefined } {
  const stays = new Set<string>()
  let value = putBack(change, now, '', stays)
  const [was, had, has] = [change.before, change.after, now].map((of) => thingsIn(of))
  for (const [id, { length, 0: thing }] of thingsIn(value)) {
    const [asked = 0, base = 0, there = 0] = [was, had, has].map((of) => of?.get(id)?.length)
    // Somebody has moved it to another list since, or deleted it, and did not know of the change.
    const isClash = length > Math.max(asked, there) || (base > 0 && there === 0)
    if (isClash) value = now
    if (isClash || (base > 0 && asked === 0)) stays.add(nameOf(thing) ?? '')
  }
  const names = [...stays].map((each) => each || inWords(name))
  const isPartial = !isSame(value, now)
  return { value, names, stays: names.length ? describeStays(names, isPartial) : undefined }
}

/** Returns `now` with a change, where that is still as it was before it. */
export const redo = ({ before, after }: Change, now: unknown): unknown =>
  putBack({ before: after, after: before }, now, '', new Set())

/**
 * Returns the names of what two hands have both changed. One changed what was shown to what was
 * there before, the other changed that. Things and members are compared one by one, and so is the
 * order of things.
 */
export function findClashes(
  [shown, before, after]: readonly [shown: unknown, before: unknown, after: unknown],
  name: string,
  found: Set<string> = new Set(),
): Set<string> {
  if (isSame(shown, before) || isSame(before, after)) return found
  const all = [shown, before, after]
  const things = all.map(toThings)
  const isOne = all.every(isRecord) && new Set(all.map((of) => isThing(of) && keyOf(of))).size === 1
  const parts = isOne ? all.map((of) => new Map(Object.entries(of as object))) : things
  const [was, had, has] = parts
  if (!was || !had || !has) return found.add(nameOf(before) ?? nameOf(shown) ?? name)
  const [first, second, third] = [was, had, has].map((of) =>
    String([...of.keys()].filter((id) => was.has(id) && had.has(id) && has.has(id))),
  )
  if (!isOne && first !== second && second !== third) found.add(name)
  for (const key of new Set([...had.keys(), ...has.keys()])) {
    const three = [read(was, key), read(had, key), read(has, key)] as const
    findClashes(three, isOne ? (nameOf(before) ?? inWords(key)) : name, found)
  }
  return found
}

/**
 * Returns the refusal of a call that asks for a change of what others have changed since. What is
 * there now is in the next request.
 */
export function refuseChange(tool: string, names: readonly string[]): DisabledToolError {
  const words = names.map((name) => `“${name}”`).join(', ')
  return new DisabledToolError(tool, `${words} changed after the page was shown to you`, 'changed')
}

/**
 * Returns `raw` with the change from `was` to `next`, which are without what a schema drops of it
 * or alters. What did not change stays as it is in `raw`.
 */
export const carryOver = (raw: unknown, was: unknown, next: unknown): unknown =>
  putBack({ before: next, after: was }, raw, '')

/**
 * Returns `next` in which each thing that came from another list has what the schema drops of it,
 * or alters. `raw` and `was` are the whole before, with and without that.
 */
export function carryMoved(raw: unknown, was: unknown, next: unknown): unknown {
  const own = thingsIn(raw)
  const seen = thingsIn(was)
  const carry = (value: unknown): unknown => {
    const key = isThing(value) ? keyOf(value) : ''
    const [before, ...others] = seen.get(key) ?? []
    const isSameKind = before && Object.keys(before).every((name) => name in Object(value))
    const isOne = isSameKind && others.length === 0 && own.get(key)?.length === 1
    const thing = isOne ? carryOver(own.get(key)?.[0], before, value) : value
    if (Array.isArray(thing)) return thing.map(carry)
    if (!isRecord(thing)) return thing
    return Object.fromEntries(Object.entries(thing).map(([name, each]) => [name, carry(each)]))
  }
  return carry(next)
}

/** Returns the things in a value, at any depth, by their ids. */
function thingsIn(value: unknown, found: Map<string, Thing[]> = new Map()): typeof found {
  if (isThing(value)) {
    const same = found.get(keyOf(value))
    if (same) same.push(value)
    else found.set(keyOf(value), [value])
  }
  if (Array.isArray(value) || isRecord(value))
    for (const each of Object.values(value)) thingsIn(each, found)
  return found
}

/** Returns why something was not undone, in a sentence for people. */
export const describeStays = (stays: readonly string[], isPartial: boolean): string => {
  const named = stays.slice(0, 3).map((name) => `“${name}”`)
  const more = stays.length - named.length
  const all = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ')
  const end =
    stays.length > 1
      ? 'were changed since and stay as they are'
      : 'was changed since and stays as it is'
  return `${all} ${end}.${isPartial ? ' The rest is put back.' : ''}`
}

/** Returns a key in words for people: `cartItems` → `cart items`. */
export const inWords = (key: PropertyKey): string =>
  String(key)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[_-]+/g, ' ')
    .toLowerCase()

/** Whether a value is a plain object without symbols as keys. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null
  return isPlain && Object.getOwnPropertySymbols(value).length === 0
}

/** Whether two values are equal in all their records and lists. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true
  // A state that refers to itself is compared no further.
  if (depth > 100) return false
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((each, at) => isSame(each, other[at], depth + 1))
    )
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame(one[key], other[key], depth + 1))
  )
}

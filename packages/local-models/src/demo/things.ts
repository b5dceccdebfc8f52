import { isRecord, type Conversation } from './prompt.ts'
import { stemsOf, wordsOf } from './words.ts'
import type { World } from './world.ts'

/** An object that the page or a tool has shown: a task, an order, a track. */
export interface Thing {
  id: string | number | undefined
  title: string | undefined
  /** The kind of the object, as a stem: "task" for a member of `tasks`. Empty if unknown. */
  noun: string
  record: Record<string, unknown>
  /** True if it stood in a list, so that others of the list are known too. */
  isListed?: boolean
}

const titleKeys: readonly string[] = [
  'title',
  'name',
  'label',
  'subject',
  'summary',
  'headline',
  'displayName',
  'fullName',
  'text',
  'number',
  'code',
  'email',
]

/** Members that a filter, a form or a result has as well: alone, they do not make a thing. */
const looseKeys: readonly string[] = ['subject', 'summary', 'text', 'number', 'code', 'email']

const maxThings = 5000
const maxDepth = 6

/**
 * Collects every object with an id or a title, in the order shown: the context first, then tool
 * results, newest first.
 */
export function collectThings(conversation: Pick<Conversation, 'contexts' | 'turns'>): Thing[] {
  const things: Thing[] = []
  for (const { scope, value } of conversation.contexts) {
    visit(value, wordsOf(scope).length === 1 ? scope : '', things)
  }
  for (const turn of conversation.turns.toReversed()) {
    for (const call of turn.calls.toReversed()) {
      if (call.error === undefined) visit(call.value, call.tool, things)
    }
  }
  const seen = new Map<string, Thing>()
  return [...things, ...things.flatMap(belongingTo)].filter((thing) => {
    if (thing.id === undefined) return true
    const key = `${thing.noun}\n${thing.id}`
    const known = seen.get(key)
    if (known && thing.isListed) known.isListed = true
    if (!known) seen.set(key, thing)
    return !known
  })
}

/**
 * Returns the other things that a thing names: an order with `customerId` and `customer` names a
 * customer.
 */
function belongingTo({ record, noun: own }: Thing): Thing[] {
  return Object.entries(record).flatMap(([key, id]) => {
    const name = /^(.+?)(?:Id|_id)$/.exec(key)?.[1]
    const title = name === undefined ? undefined : record[name]
    if (name === undefined || typeof title !== 'string' || nounOf(name) === own) return []
    const isId = typeof id === 'string' || typeof id === 'number'
    return isId ? [{ id, title, noun: nounOf(name), record: {} }] : []
  })
}

/**
 * Converts a value to a thing, if the value looks like one. `key` is the name of the value in its
 * object. `isListed`: the value is a member of a list, so what looks like a filter is a thing too.
 */
export function toThing(value: unknown, key: string, isListed = false): Thing | undefined {
  if (!isRecord(value)) return undefined
  const noun = nounOf(key)
  const id = idOf(value, noun)
  const titleKey = titleKeyOf(value)
  const isLoose = titleKey === undefined || (!isListed && looseKeys.includes(titleKey))
  if (id === undefined && isLoose) return undefined
  const title = titleKey === undefined ? undefined : String(value[titleKey])
  return { id, title, noun, record: value, ...(isListed && { isListed }) }
}

/** Returns the words that a user may use for a thing. */
export function nameOf(thing: Thing): string {
  return thing.title ?? String(thing.id)
}

export function idsOf(things: readonly Thing[]): (string | number)[] {
  return [...new Set(things.flatMap(({ id }) => (id === undefined ? [] : [id])))]
}

/** Adds the things inside a value to a list. `key` is the name of the value in its object. */
export function visit(
  value: unknown,
  key: string,
  things: Thing[],
  depth = 0,
  isListed = false,
): void {
  if (depth > maxDepth || things.length >= maxThings) return
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string' && depth > 0) {
        things.push({ id: item, title: item, noun: nounOf(key), record: {}, isListed: true })
      } else visit(item, key, things, depth + 1, true)
    }
  } else if (isRecord(value)) {
    const thing = toThing(value, key, isListed)
    if (thing) things.push(thing)
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue
      // The objects may be keyed by their id: `{ orders: { o7: { … } } }`.
      const keyed = isRecord(inner) && /\d/.test(name) && !Object.hasOwn(inner, 'id')
      if (keyed) visit({ id: name, ...inner }, key, things, depth + 1, true)
      else visit(inner, isGeneric(name) ? key : name, things, depth + 1)
    }
  }
}

const isGeneric = (name: string) =>
  /^(items|data|results?|rows|list|entries|values|records|nodes|matches|found|selected|current|active)$/i.test(
    name,
  )

function nounOf(key: string): string {
  return stemsOf(key).at(-1) ?? ''
}

function idOf(record: Record<string, unknown>, noun: string): string | number | undefined {
  const names = ['id', '_id', 'uuid', 'key', 'slug', 'sku']
  const own = Object.keys(record).find(
    (name) => /(?:[a-z]Id|_id)$/.test(name) && stemsOf(name)[0] === noun,
  )
  for (const name of own ? [...names, own] : names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return undefined
}

function titleKeyOf(record: Record<string, unknown>): string | undefined {
  return titleKeys.find((key) => {
    const value = Object.hasOwn(record, key) ? record[key] : undefined
    if (typeof value === 'string' && value.trim()) return true
    return key === 'number' && typeof value === 'number'
  })
}

/** The names of fields that name somebody. */
export const personKeys: RegExp =
  /^(assignee|assigned|owner|person|author|from|sender|customer|patient|employee|user|member|artist|responsible|guest|client)/i

/** Returns whom a thing without a title is for. */
export function personOf({ record }: Thing): string | undefined {
  const key = Object.keys(record).find((each) => personKeys.test(each) && isText(record[each]))
  return key === undefined ? undefined : String(record[key])
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Returns the title, or the id if it is written for people, or whom it is for. */
export const plainName = (thing: Thing): string =>
  thing.title ??
  (/^[A-Za-z]{1,4}-?\d+$/.test(String(thing.id)) ? undefined : personOf(thing)) ??
  nameOf(thing)

/** A list of which the page shows only a part. `all` is absent if only more pages are known. */
export interface Part {
  shown: number
  all?: number
}

/**
 * Returns the part that the page shows of the list of these things. Undefined if the page shows
 * the whole list, or says nothing of a rest. A thing that no list has, such as one that was looked
 * up, is a part too.
 */
export function findPart(world: World, things: readonly Thing[]): Part | undefined {
  const records = recordsOf(things)
  for (const value of valuesIn(world)) {
    const part = partIn(value, records, 0)
    if (part) return part
  }
  const isListed = things.every(({ isListed, record }) => isListed ?? isEmpty(record))
  return isListed ? undefined : { shown: things.length }
}

const isEmpty = (record: object) => Object.keys(record).length === 0

const recordsOf = (things: readonly Thing[]): ReadonlySet<unknown> =>
  new Set(things.map(({ record }) => record))

const valuesIn = ({ conversation }: World): readonly unknown[] => [
  ...conversation.contexts.map(({ value }) => value),
  ...conversation.turns.flatMap(({ calls }) => calls.map(({ value }) => value)),
]

/** Whether the page shows these things by a filter that the words of a step do not have. */
export function isFiltered(
  world: World,
  things: readonly Thing[],
  asked: readonly string[],
): boolean {
  const records = recordsOf(things)
  return asked.length > 0 && valuesIn(world).some((value) => hasFilter(value, records, asked, 0))
}

function hasFilter(
  value: unknown,
  records: ReadonlySet<unknown>,
  asked: readonly string[],
  depth: number,
): boolean {
  if (!isRecord(value) || depth > 3) return false
  return Object.values(value).some((inner) => {
    if (!Array.isArray(inner)) return hasFilter(inner, records, asked, depth + 1)
    const filter = value['filter']
    const values = isRecord(filter) ? Object.values(filter) : []
    return (
      inner.some((item) => records.has(item)) &&
      values
        .map((each) => (typeof each === 'string' ? each : JSON.stringify(each ?? '')))
        .some(
          (text) =>
            !/^(|""|any|all|any time)$/.test(text) &&
            !stemsOf(text).every((key) => asked.includes(key)),
        )
    )
  })
}

function partIn(value: unknown, records: ReadonlySet<unknown>, depth: number): Part | undefined {
  if (!isRecord(value) || depth > 3) return undefined
  for (const inner of Object.values(value)) {
    const isOwn = Array.isArray(inner) && inner.some((item) => records.has(item))
    if (!isOwn) {
      const part = partIn(inner, records, depth + 1)
      if (part) return part
      continue
    }
    const shown = inner.length
    const all = [value['count'], value['total'], value['totalCount']].find(
      (count): count is number => Number.isInteger(count) && Number(count) > shown,
    )
    if (all !== undefined) return { shown, all }
    if (Number(value['pages']) > 1 || value['hasMore'] === true) return { shown }
  }
  return undefined
}

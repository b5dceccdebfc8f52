import type { JsonObject, JsonValue } from '@ambit/core'

/** One member of a preview: as it is, and as it would be. */
export interface Change {
  /** The row that the member belongs to, by its first member; undefined if there are no rows. */
  readonly row?: string | undefined
  /** Empty for a value that is not a member. Undefined for the order of the rows. */
  readonly name?: string | undefined
  /** Undefined if there is nothing yet. */
  readonly before?: JsonValue | undefined
  /** Undefined if nothing is left. */
  readonly after?: JsonValue | undefined
  readonly isSame: boolean
}

/**
 * Returns the members of a preview as changes: of `{ before, after }`, of such lists of rows, or of
 * a flat object. Two texts, numbers or lists of them are one change. Undefined for any other
 * preview.
 */
export function toChanges(preview: JsonValue): readonly Change[] | undefined {
  if (!isObject(preview)) return undefined
  const names = Object.keys(preview)
  const isPair = names.length > 0 && names.every((name) => name === 'before' || name === 'after')
  if (!isPair) return isFlat(preview) ? ofObjects(preview, preview) : undefined
  const { before, after } = preview
  if (isSingle(before) && isSingle(after)) {
    const changes = ofObjects(named(before), named(after))
    return changes.length > 0 ? changes : undefined
  }
  if (Array.isArray(before) || Array.isArray(after)) return ofRows(before ?? [], after ?? [])
  const isSide = (side: JsonValue | undefined): boolean =>
    side === undefined || side === null || (isObject(side) && isFlat(side))
  if (!isSide(before) || !isSide(after)) return undefined
  return ofObjects(objectOf(before), objectOf(after))
}

function ofObjects(before: JsonObject, after: JsonObject, row?: string): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map((name) => {
    const [was, is] = [own(before, name), own(after, name)]
    return { row, name, before: was, after: is, isSame: JSON.stringify(was) === JSON.stringify(is) }
  })
}

/** Joins rows by their first member, such as an id. Rows without a partner have one side. */
function ofRows(before: JsonValue, after: JsonValue): readonly Change[] | undefined {
  if (![before, after].every((side) => Array.isArray(side) && side.every(isFlatRow)))
    return undefined
  const [was, is] = [byKey(before as JsonObject[]), byKey(after as JsonObject[])]
  const isUnique = was.size === (before as []).length && is.size === (after as []).length
  if (!isUnique) return undefined
  const order = orderOf([...was.keys()], [...is.keys()], (key) => was.has(key) && is.has(key))
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) =>
    // The first member is the name of the row.
    ofObjects(rest(was.get(key) ?? {}), rest(is.get(key) ?? {}), key),
  )
  return order ? [order, ...changes] : changes
}

/** Returns the change of the order of rows that are on both sides; undefined if there is none. */
function orderOf(
  was: readonly string[],
  is: readonly string[],
  isOnBoth: (key: string) => boolean,
): Change | undefined {
  const [before, after] = [was.filter(isOnBoth), is.filter(isOnBoth)]
  const isSame = before.every((key, at) => key === after[at])
  return isSame ? undefined : { before, after, isSame }
}

/** The value as the only member, without a name. */
const named = (value: JsonValue | undefined): JsonObject =>
  value === undefined || value === null || value === '' ? {} : { '': value }

const byKey = (rows: readonly JsonObject[]): ReadonlyMap<string, JsonObject> =>
  new Map(rows.map((row) => [keyOf(row), row]))

const keyOf = (row: JsonObject): string => {
  const [first] = Object.values(row)
  return typeof first === 'string' ? first : JSON.stringify(first)
}

const rest = (row: JsonObject): JsonObject => Object.fromEntries(Object.entries(row).slice(1))

const own = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isObject(value) ? value : {}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object has members, of single values or lists of them. */
const isFlat = (object: JsonObject): boolean =>
  Object.keys(object).length > 0 && Object.values(object).every((value) => isSingle(value))

/** Whether a value is an object of single values or lists of them, and has two or more of them. */
export const isFlatRow = (row: JsonValue): boolean =>
  isObject(row) && isFlat(row) && Object.keys(row).length > 1

const isSingle = (value: JsonValue | undefined): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every((item) => typeof item !== 'object'))

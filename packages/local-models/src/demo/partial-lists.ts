import type { Thing } from './collect-things.ts'
import { isRecord } from './read-prompt.ts'
import { stemsOf } from './tokenise.ts'
import type { World } from './world.ts'

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
      values.some(
        (each) =>
          each !== null &&
          !/^(|any|all|any time|null)$/.test(String(each)) &&
          !stemsOf(String(each)).every((key) => asked.includes(key)),
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

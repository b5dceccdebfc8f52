import type { Thing } from './collect-things.ts'
import { isRecord } from './read-prompt.ts'
import type { World } from './world.ts'

/** A list of which the page shows only a part. `all` is absent if only more pages are known. */
export interface Part {
  shown: number
  all?: number
}

/**
 * Returns the part that the page shows of the list of these things. Undefined if the page shows
 * the whole list, or says nothing of a rest.
 */
export function findPart({ conversation }: World, things: readonly Thing[]): Part | undefined {
  const records = new Set(things.map(({ record }) => record))
  const results = conversation.turns.flatMap(({ calls }) => calls.map(({ value }) => value))
  for (const value of [...conversation.contexts.map((context) => context.value), ...results]) {
    const part = partIn(value, records, 0)
    if (part) return part
  }
  return undefined
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

import { nameOf, toThing } from './collect-things.ts'
import { isRecord } from './read-prompt.ts'

const maxItems = 10
const maxLength = 500

/** Describes a value in plain words, in at most a few hundred characters. */
export function describeValue(value: unknown): string {
  const text = describe(value, 0, '')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Joins words to a list, as in "A, B and C". */
export function joined(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

function describe(value: unknown, depth: number, key: string): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    const items = value.slice(0, maxItems).map((item) => {
      const thing = toThing(item, key, true)
      return thing ? `“${nameOf(thing)}”` : describe(item, depth + 1, key)
    })
    const more = value.length - items.length
    const list = more > 0 ? `${items.join(', ')} and ${more} more` : joined(items)
    return depth === 0 && value.length > 1 ? `${value.length} (${list})` : list
  }
  if (isRecord(value)) {
    if (depth > 1) return '…'
    const entries = Object.entries(value).slice(0, maxItems)
    const [only] = entries
    if (only && entries.length === 1) return describe(only[1], depth, only[0])
    return (
      entries.map(([name, inner]) => `${name} ${describe(inner, depth + 1, name)}`).join(', ') ||
      'none'
    )
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

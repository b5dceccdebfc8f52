/** One thing of a list. */
export interface Item {
  readonly id: string
  readonly text: string
}

/** What an editor edits: texts by their names, and perhaps a list of things. */
export interface Value {
  readonly items?: readonly Item[] | undefined
  readonly [name: string]: string | readonly Item[] | undefined
}

/** The texts of a value: those of the things of its list are under `items/<id>`. */
export type Texts = ReadonlyMap<string, string>

/** What somebody wants a text to be; undefined for what is to go. */
export type Change = readonly [name: string, text: string | undefined]

export const records = ['a', 'b', 'c'] as const
export type RecordId = (typeof records)[number]
export type Values = Readonly<Record<RecordId, Value>>

const list = 'items/'

export const textsOf = (value: Value): Texts => {
  const { items = [], ...fields } = value
  const texts = Object.entries(fields).filter(([, text]) => text !== undefined)
  return new Map([
    ...(texts as [string, string][]),
    ...items.map(({ id, text }): [string, string] => [list + id, text]),
  ])
}

/** Changes one text of a value. A new thing is the last one of the list. */
export function withChange(value: Value, [name, text]: Change): Value {
  if (!name.startsWith(list)) return { ...value, [name]: text }
  const id = name.slice(list.length)
  const { items = [] } = value
  if (text === undefined) return { ...value, items: items.filter((item) => item.id !== id) }
  const isThere = items.some((item) => item.id === id)
  const changed = isThere
    ? items.map((item) => (item.id === id ? { id, text } : item))
    : [...items, { id, text }]
  return { ...value, items: changed }
}

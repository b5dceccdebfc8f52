import type { Message } from '@ambit/core'

/** A message in the list of all messages. */
export interface MessageRow {
  readonly message: Message
  /** The number of branches that it is away from the open path: 0 on it. */
  readonly depth: number
  readonly isOnPath: boolean
  /** The number of its branch, 1 for the oldest, and of all there. Absent if there is only one. */
  readonly branch?: { readonly nth: number; readonly of: number } | undefined
}

/** Returns all messages, each after the one that it follows, and the branches by their age. */
export function toRows(all: readonly Message[], path: readonly Message[]): readonly MessageRow[] {
  const known = new Set(all.map(({ id }) => id))
  const onPath = new Set(path.map(({ id }) => id))
  const children = Map.groupBy(all, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const after = (id: string | null, depth: number): MessageRow[] => {
    const siblings = children.get(id) ?? []
    const main = siblings.find((message) => onPath.has(message.id)) ?? siblings.at(-1)
    return siblings.map((message, at) => ({
      message,
      depth: message === main ? depth : depth + 1,
      isOnPath: onPath.has(message.id),
      branch: siblings.length > 1 ? { nth: at + 1, of: siblings.length } : undefined,
    }))
  }
  const rows: MessageRow[] = []
  const left = after(null, 0).toReversed()
  for (let row = left.pop(); row; row = left.pop()) {
    rows.push(row)
    left.push(...after(row.message.id, row.depth).toReversed())
  }
  return rows
}

/** Returns the conversation up to a message: the message last. */
export function pathTo(get: (id: string) => Message | undefined, id: string): readonly Message[] {
  const path: Message[] = []
  for (let at: string | null = id; at !== null;) {
    const message: Message | undefined = get(at)
    if (message) path.push(message)
    at = message?.parentId ?? null
  }
  return path.reverse()
}

/** What a worker says: `report`, `done` or `threw`, and of what. The code in it may have written that itself, so anything else is empty. */
export function parseMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(
      text,
      text.includes('"__proto__"') ? dropPrototype : undefined,
    )
    return Array.isArray(message) && kinds.has(message[0]) ? message : []
  } catch {
    return []
  }
}

const kinds: ReadonlySet<unknown> = new Set(['report', 'done', 'threw'])

/** A key that would reach a prototype once the result is merged into something. */
function dropPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

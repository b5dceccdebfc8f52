/** JSON text that equal data has in common, whatever the order of its keys. Each member is read once; `__proto__` is left out. */
export const toCanonicalText = (value: unknown): string => JSON.stringify(inOrder(value))

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    if (key !== '__proto__') copy[key] = inOrder((value as Record<string, unknown>)[key])
  }
  return copy
}

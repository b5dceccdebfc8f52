/** JSON text that is equal for equal data, whatever the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    const sorted = Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted)
  })
}

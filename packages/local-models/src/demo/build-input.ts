/** Puts values at their paths. Names such as `__proto__` become plain own properties. */
export function buildInput(
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): Record<string, unknown> {
  const groups = new Map<string, (readonly [readonly string[], unknown])[]>()
  const entries = new Map<string, unknown>()
  for (const [[name, ...rest], value] of values) {
    if (name === undefined) continue
    if (rest.length === 0) entries.set(name, value)
    else groups.set(name, [...(groups.get(name) ?? []), [rest, value]])
  }
  for (const [name, inner] of groups) entries.set(name, buildInput(inner))
  return Object.fromEntries(entries)
}

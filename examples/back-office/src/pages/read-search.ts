import type * as z from 'zod'

/**
 * Reads the values in the address by their rules. A value that does not fit is left out, since
 * anybody may have written the address.
 */
export function readSearch<T>(rules: z.ZodType<T>, search: Readonly<Record<string, unknown>>): T {
  const { success, data, error } = rules.safeParse(search)
  if (success) return data
  const wrong = new Set(error.issues.map(({ path }) => path[0]))
  return rules.parse(
    Object.fromEntries(Object.entries(search).filter(([name]) => !wrong.has(name))),
  )
}

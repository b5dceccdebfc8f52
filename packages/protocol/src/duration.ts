/**
 * A length of time: milliseconds, or a number with a unit, such as `'500ms'`, `'10s'`, `'5m'`,
 * `'1h'`, `'1d'`.
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * Returns a duration in milliseconds. A number stays as it is, be it 0, negative or `Infinity`. NaN
 * for what is not a duration.
 */
export function toMilliseconds(duration: unknown): number {
  if (typeof duration === 'number') return duration
  const match = typeof duration === 'string' && /^(\d+(?:\.\d+)?)(ms|[smhd])$/.exec(duration)
  return match ? Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN) : Number.NaN
}

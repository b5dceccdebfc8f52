/** A length of time: milliseconds, or a number with a unit, as in `'500ms'`, `'10s'`, `'5m'`, `'1h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h'}`

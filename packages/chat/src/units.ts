/** Formats a duration in milliseconds, as `340 ms` or `2.1 sec`. */
export function formatDuration(ms: number): string {
  const isShort = ms < 1000
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1000)
}

/** Formats a size in bytes, as `2.5 MB`. */
export const formatBytes = (bytes: number): string =>
  new Intl.NumberFormat('en', {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000)

/** Returns a time as a time of day, from milliseconds since the Unix epoch. */
export const timeOf = (at: number): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(at)

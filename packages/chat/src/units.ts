/** Formats a duration in milliseconds, as `340 ms` or `2.1 sec`. */
export function formatDuration(ms: number): string {
  const isShort = ms < 1000
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1000)
}

/** Formats a longer time in milliseconds, in seconds or minutes, as `0.6 sec` or `2 minutes`. */
export function formatTime(ms: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const isShort = ms < 60_000
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay,
    maximumFractionDigits: 1,
  }).format(isShort ? Math.max(ms / 1000, 0.1) : ms / 60_000)
}

/** Formats a size in bytes, as `2.5 MB`. */
export const formatBytes = (bytes: number): string =>
  new Intl.NumberFormat('en', {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000)

/**
 * Returns a time as a time of day in the language of the page, or else of the browser, from
 * milliseconds since the Unix epoch.
 */
export const timeOf = (at: number): string =>
  new Intl.DateTimeFormat(pageLanguage(), { hour: 'numeric', minute: '2-digit' }).format(at)

/** Returns the `lang` of the page; undefined if it has none that is known. */
function pageLanguage(): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(document.documentElement.lang)[0]
  } catch {
    // A page may write anything there.
    return undefined
  }
}

/** Returns a time to come: within a day the time of day, or else the date. */
export const soonOf = (at: number): string =>
  at - Date.now() < 86_400_000
    ? timeOf(at)
    : new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(at)

/** Returns the first millisecond of the day that is `daysAgo` calendar days before a time. */
export function startOfDay(at: number, daysAgo: number): number {
  const date = new Date(at)
  // A day has 23 or 25 hours when the clocks change.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime()
}

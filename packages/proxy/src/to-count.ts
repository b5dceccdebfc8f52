/**
 * Returns a count of tokens that a provider reported. Returns undefined if it is not a number
 * above 0, which is not a report.
 */
export const toCount = (reported: unknown): number | undefined =>
  typeof reported === 'number' && Number.isFinite(reported) && reported > 0 ? reported : undefined

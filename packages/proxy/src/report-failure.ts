import { toFailureCause } from './failure-cause.ts'

/** The failures that were reported. A failure is reported once, not with each request. */
const reported = new Set<string>()
const maxReported = 100

/**
 * Prints a failure of the app's own code with `console.error`, once for each cause. For a proxy
 * without a log, and for a log that fails.
 *
 * @param what The failure, as the beginning of a sentence.
 */
export function reportFailure(what: string, thrown: unknown): void {
  const { name, message, code } = toFailureCause(thrown)
  const line = `createProxy: ${what}: ${name}: ${message}${code === undefined ? '' : ` (${code})`}`
  if (reported.has(line)) return
  if (reported.size >= maxReported) reported.clear()
  reported.add(line)
  console.error(line)
}

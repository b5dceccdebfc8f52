import { checkNumber } from './check-number.ts'
import { type Duration, parseDuration } from './duration.ts'

/** How often a tool is tried: a number of attempts in all, or that with a pause between them. */
export type Retry = number | { readonly attempts: number; readonly delay?: Duration | undefined }

const once = Object.freeze({ attempts: 1, delayMs: 0 })

/** Checked at construction: throws `AgentError` for fewer than one attempt or a malformed delay. */
export function parseRetry(
  retry: Retry | undefined,
  owner: string,
): { attempts: number; delayMs: number } {
  if (retry === undefined) return once
  const { attempts, delay } = typeof retry === 'object' ? retry : { attempts: retry }
  checkNumber(`\`retry\` of ${owner}, which counts the attempts in all,`, attempts, {
    least: 1,
    isWhole: true,
  })
  return {
    attempts,
    delayMs: delay === undefined ? 0 : parseDuration(delay, `retry.delay of ${owner}`),
  }
}

import { AgentError } from '../errors/agent-error.ts'
import { type Duration, parseDuration } from './duration.ts'

/** How often a tool is tried: a number of attempts in all, or that with a pause between them. */
export type Retry = number | { readonly attempts: number; readonly delay?: Duration | undefined }

/** Checked at construction: throws `AgentError` for fewer than one attempt or a malformed delay. */
export function parseRetry(
  retry: Retry | undefined,
  owner: string,
): { attempts: number; delayMs: number } {
  const { attempts, delay } = typeof retry === 'object' ? retry : { attempts: retry ?? 1 }
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new AgentError(
      `\`retry\` of ${owner} is ${attempts}. It counts the attempts in all: a whole number from 1.`,
    )
  }
  return {
    attempts,
    delayMs: delay === undefined ? 0 : parseDuration(delay, `retry.delay of ${owner}`),
  }
}

import {
  type Agent,
  AgentError,
  type OutsideSource,
  parseToolContent,
  type RegisteredTool,
  type Run,
} from '@ambit/core'
import { cut } from './cut.ts'
import { createMinuteLimit } from './minute-limit.ts'

/** The limits of one caller from outside. */
export interface OutsideLimits {
  /** The most calls in any minute. Further calls are refused, and do not count. Default 30. */
  readonly callsPerMinute?: number | undefined
  /** The most characters of a result. A longer one is cut, and says so. Default 1,500. */
  readonly maxResultChars?: number | undefined
}

/** The answer to a call from outside, in the words that the model would get. */
export interface OutsideAnswer {
  readonly text: string
  readonly isError: boolean
  /** The text as data, if it is JSON. Undefined for a text that was cut. */
  readonly data?: unknown
}

/** Runs one call of exactly this tool. Never rejects. */
export type CallFromOutside = (
  registered: RegisteredTool,
  args: unknown,
  signal?: AbortSignal,
  onRun?: (run: Run<unknown>) => void,
) => Promise<OutsideAnswer>

/**
 * Returns the function with which one caller from outside calls tools. Each call runs under the
 * agent's rules for such callers. The history does not get it; the model is told in one note.
 * Throws `AgentError` for a limit that is not a number above 0.
 */
export function createOutsideCaller(
  agent: Agent,
  source: OutsideSource,
  { callsPerMinute = 30, maxResultChars = 1_500 }: OutsideLimits,
): CallFromOutside {
  checkLimit('callsPerMinute', callsPerMinute)
  checkLimit('maxResultChars', maxResultChars)
  const mayCall = createMinuteLimit(callsPerMinute)
  return async (registered, args, signal, onRun) => {
    if (!mayCall()) {
      const text = `The call did not run: this page takes at most ${callsPerMinute} calls a minute.`
      return { text, isError: true }
    }
    // Anything but an object stays as it is, so that the tool's schema refuses it.
    const given = args as Record<string, unknown> | undefined
    const { name } = registered.tool
    const run = agent.runTool(name, given, { source, registered, history: 'note', signal })
    onRun?.(run)
    return answerOf(run, maxResultChars)
  }
}

/** Throws `AgentError` for a limit that is not a number above 0. */
export function checkLimit(name: string, limit: unknown): void {
  if (typeof limit === 'number' && limit > 0) return
  throw new AgentError(
    `\`${name}\` is not a number above 0, so no call could be answered. Give one.`,
  )
}

/**
 * Resolves with the answer of a call as the model would get it: redacted, without raw errors, and
 * at most `most` characters of it.
 */
async function answerOf(run: Run<unknown>, most: number): Promise<OutsideAnswer> {
  const text = await run.then(
    () => '',
    (error: unknown) => (AgentError.is(error) ? error.message : 'The call failed.'),
  )
  for (const event of run.events) {
    if (!('message' in event) || typeof event.message === 'string') continue
    const { message } = event
    if (message?.role !== 'tool') continue
    const data = parseToolContent(message)
    const whole = typeof data === 'string' ? data : message.content
    const isError = message.status !== 'ok'
    return { text: cut(whole, most), isError, data: whole.length > most ? undefined : data }
  }
  return { text: cut(text, most), isError: true }
}

import {
  type Agent,
  AgentError,
  type OutsideSource,
  type RegisteredTool,
  type Run,
} from '@ambit/core'
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
  /** The texts and the files, as MCP has them. Third-party text stands in an envelope. */
  readonly content: readonly (
    | TextContent
    | { readonly type: string; readonly [key: string]: unknown }
  )[]
  readonly isError: boolean
  /** The result as data, without an envelope. Undefined for a result that was cut. */
  readonly data?: unknown
}

/** A text as MCP has it. */
export interface TextContent {
  readonly type: 'text'
  readonly text: string
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
    // Before the call, because nobody could be told of a call that has run.
    const loaded = await import('./answer-of.ts').catch(() => undefined)
    if (!loaded) return toError('The call did not run: a part of the page could not be loaded.')
    if (!mayCall()) {
      return toError(
        `The call did not run: this page takes at most ${callsPerMinute} calls a minute.`,
      )
    }
    // Anything but an object stays as it is, so that the tool's schema refuses it.
    const given = args as Record<string, unknown> | undefined
    const { name } = registered.tool
    const run = agent.runTool(name, given, { source, registered, history: 'note', signal })
    onRun?.(run)
    return loaded.answerOf(run, maxResultChars)
  }
}

/** Throws `AgentError` for a limit that is not a number above 0. */
export function checkLimit(name: string, limit: unknown): void {
  if (typeof limit === 'number' && limit > 0) return
  throw new AgentError(
    `\`${name}\` is not a number above 0, so no call could be answered. Give one.`,
  )
}

const toError = (text: string): OutsideAnswer => ({
  content: [{ type: 'text', text }],
  isError: true,
})

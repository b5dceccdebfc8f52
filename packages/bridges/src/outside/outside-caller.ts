import { type Agent, AgentError, type OutsideSource, parseToolContent, type Run } from '@ambit/core'
import { cut } from './cut.ts'

/** The limits of one caller from outside. */
export interface OutsideLimits {
  /** The most calls in any minute. Further calls are refused. Default 30. */
  readonly callsPerMinute?: number | undefined
  /** The most characters of a result. A longer one is cut, and says so. Default 1,500. */
  readonly maxResultChars?: number | undefined
}

/** A caller from outside of the page. */
export interface OutsideCaller extends OutsideLimits {
  readonly source: OutsideSource
  /** The caller in words for people, as the origin of what it asks for. */
  readonly taint: string
}

/** The answer to a call from outside, in the words that the model would get. */
export interface OutsideAnswer {
  readonly text: string
  readonly isError: boolean
}

/** Runs one call from outside. Never rejects. */
export type CallFromOutside = (
  name: string,
  args: unknown,
  signal?: AbortSignal,
) => Promise<OutsideAnswer>

/**
 * Returns the function with which one caller from outside calls tools. Each call runs under the
 * agent's rules for such callers. The history does not get it; the model is told in one note.
 */
export function createOutsideCaller(
  agent: Agent,
  { source, taint, callsPerMinute = 30, maxResultChars = 1_500 }: OutsideCaller,
): CallFromOutside {
  let recent: number[] = []
  return async (name, args, signal) => {
    const now = Date.now()
    recent = recent.filter((at) => now - at < 60_000)
    if (recent.length >= callsPerMinute) {
      const text = `The call did not run: this page takes at most ${callsPerMinute} calls a minute.`
      return { text, isError: true }
    }
    recent.push(now)
    // Anything but an object stays as it is, so that the tool's schema refuses it.
    const given = args as Record<string, unknown> | undefined
    const run = agent.runTool(name, given, { source, taint, history: 'note', signal })
    const { text, isError } = await answerOf(run)
    return { text: cut(text, maxResultChars), isError }
  }
}

/** Resolves with the answer of a call as the model would get it: redacted, without raw errors. */
async function answerOf(run: Run<unknown>): Promise<OutsideAnswer> {
  const thrown = await run.then(
    () => undefined,
    (error: unknown) => error,
  )
  for (const event of run.events) {
    if (!('callId' in event && 'message' in event) || typeof event.message !== 'object') continue
    const told = parseToolContent(event.message)
    const text = typeof told === 'string' ? told : event.message.content
    return { text, isError: event.message.status !== 'ok' }
  }
  return {
    text: AgentError.isInstance(thrown) ? thrown.message : 'The call failed.',
    isError: true,
  }
}

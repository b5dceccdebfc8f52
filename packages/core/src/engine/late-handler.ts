import type { Cancellation } from '../cancellation.ts'
import type { RunCore } from './run-core.ts'

/** The data of a call that its late handler may use. */
interface EndedCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly cancellation?: Cancellation | undefined
  readonly hasEnded?: true | undefined
  isLateTold?: true | undefined
}

/**
 * Tells if a handler goes on after its call, or after the attempt at it that timed out. The answer
 * of the call is given by then, so what the handler still does changes nothing. Warns once a call;
 * `what` is the function of the context that the handler used.
 */
export function isOver(call: EndedCall, attempt: Cancellation, what: string): boolean {
  const hasTimedOut = attempt !== call.cancellation && attempt.reason?.kind === 'timeout'
  if (!call.hasEnded && !hasTimedOut) return false
  if (!call.isLateTold) warn(call, what)
  return true
}

function warn(call: EndedCall, what: string): void {
  const { run, tool } = call
  call.isLateTold = true
  const message = `Tool "${tool}" used \`ctx.${what}\` after its call had ended, so nothing was done. Listen to \`ctx.signal\`, and await everything in the handler.`
  if (run.log.isClosed) console.warn(`[ambit] ${message}`)
  else run.warn('late_handler', message, `late_handler ${call.callId}`)
}

/** Returns the message of the error for a question that comes too late. */
export const askedLate = (tool: string): string =>
  `Tool "${tool}" asks the person after its call has ended, so nobody is asked. Await \`ctx.ask\` in the handler.`

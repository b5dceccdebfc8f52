import type { Message, Taint } from '../messages/message.ts'
import type { Executable } from './call-work.ts'
import type { RunCore } from './run-core.ts'
import type { RequestSource } from '../model/build-request.ts'

/** The taint of what a run makes while its model has third-party text before it. */
export const derivedTaint = (run: RunCore): Taint | undefined =>
  run.taint === undefined ? undefined : 'derived'

/**
 * Says what third-party text a run's next request holds. What a run inside another reads comes back as the result of the call that started it, and what that call was given may
 * come from such text: taint goes both ways.
 */
export function setTaint(run: RunCore, taint: string | undefined): void {
  run.taint = taint ?? run.parent?.taint
  if (run.taint !== undefined) spreadTaint(run.parent, run.taint)
}

/** The taint of a call's answer, given what was run for it. */
export function taintOfAnswer(run: RunCore, executable: Executable | undefined): Taint | undefined {
  if (!executable?.untrusted || executable.mode === 'silent') return derivedTaint(run)
  spreadTaint(run.parent, 'what a tool returned')
  return 'untrusted'
}

/** Taints a run and those it is part of. */
function spreadTaint(run: RunCore | undefined, taint: string): void {
  for (let at = run; at; at = at.parent) at.taint ??= taint
}

/**
 * The third-party text in a request, in words for the person who is asked about what follows from it; undefined where there is none. A request is tainted while any
 * untrusted answer or context, or anything that was made when such was there, is in what it sends.
 */
export function findTaint(
  messages: readonly Message[],
  scopes: RequestSource['scopes'],
): string | undefined {
  let derived = false
  for (const message of messages) {
    if (message.taint === 'untrusted') return describe(message)
    derived ||= message.taint !== undefined
  }
  for (const { scope, availability } of scopes) {
    if (scope.untrusted && scope.context && availability.enabled)
      return `the page's "${scope.label}"`
  }
  return derived ? 'text that the conversation has taken in' : undefined
}

function describe(message: Message): string {
  if (message.role === 'tool') return `what "${message.name}" returned`
  return message.role === 'assistant' ? 'what the provider looked up' : 'a summary of such text'
}

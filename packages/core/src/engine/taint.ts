import type { Message, Taint } from '../messages/message.ts'
import type { Executable } from './call-work.ts'
import type { RunCore } from './run-core.ts'
import type { RequestSource } from '../model/build-request.ts'

/**
 * Returns the taint of data that a run makes: `derived` if its model has third-party text,
 * otherwise undefined.
 */
export const derivedTaint = (run: RunCore): Taint | undefined =>
  run.taint === undefined ? undefined : 'derived'

/**
 * Records which third-party text the next request of a run holds. Taints the runs around that run,
 * because they get its result. A run without such text of its own has the taint of its parent,
 * because the parent gave it the input.
 */
export function setTaint(run: RunCore, taint: string | undefined): void {
  run.taint = taint ?? run.parent?.taint
  if (run.taint !== undefined) spreadTaint(run.parent, run.taint)
}

/**
 * Returns the taint of the answer to a call, by the tool that was run. The answer of an untrusted
 * tool also taints the runs around the run.
 */
export function taintOfAnswer(run: RunCore, executable: Executable | undefined): Taint | undefined {
  if (!executable?.untrusted || executable.mode === 'silent') return derivedTaint(run)
  spreadTaint(run.parent, 'what a tool returned')
  return 'untrusted'
}

/** Taints a run and the runs around it. A run that is tainted already keeps its text. */
function spreadTaint(run: RunCore | undefined, taint: string): void {
  for (let at = run; at; at = at.parent) at.taint ??= taint
}

/**
 * Returns the third-party text in a request, in words for the person who must approve its calls;
 * undefined if there is none. A request is tainted if it holds an untrusted message or context, or
 * a message that was made while the run was tainted.
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

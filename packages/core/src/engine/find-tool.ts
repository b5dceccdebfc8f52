import { DisabledToolError, UnknownToolError } from '../errors/tool-errors.ts'
import { optionsOf } from '../tools/call-subject.ts'
import { byLikeness } from '../options/by-likeness.ts'
import { isHidden } from '../tool-list/tool-list.ts'
import type { CallWork, Found } from './call-work.ts'
import type { LoopRun } from './run-core.ts'

/**
 * Returns the tool of a call, and records if it is untrusted. Throws `UnknownToolError` if there is
 * none.
 */
export function find(work: CallWork): Found {
  const { call } = work
  const found = work.find(call.name)
  if (found) {
    if (optionsOf(found.executable, call.arguments).untrusted) work.isUntrusted = true
    return found
  }
  throw unknown(work)
}

function unknown({ run, call }: CallWork): UnknownToolError {
  const available = run.toolbox.list().flatMap((t) => (t.availability.enabled ? [t.tool.name] : []))
  if (available.length <= mostNamed) return new UnknownToolError(call.name, available)
  const nearest = byLikeness(call.name, available).slice(0, mostNearest)
  return new UnknownToolError(call.name, nearest, available.length - mostNearest)
}

/** The most tools that the error of an unknown name lists. Of more, it lists the nearest. */
const mostNamed = 50
const mostNearest = 10

/**
 * Throws `DisabledToolError` if the tool is off now. Throws `UnknownToolError` if it has `hide` as
 * well, because the model does not know it then.
 */
export function requireOn(work: CallWork, { isOn, registered }: Found): void {
  const availability = isOn()
  if (availability.enabled) return
  if (registered && isHidden({ ...registered, availability })) throw unknown(work)
  const { reason } = availability
  if (reason !== undefined && registered?.scope.untrusted) work.isUntrusted = true
  throw new DisabledToolError(work.call.name, reason)
}

/**
 * Throws if the page has removed the tool, or put another in its place, while the call was checked.
 */
export function requireSame(work: CallWork, { executable }: Found): void {
  if (find(work).executable === executable) return
  throw new DisabledToolError(work.call.name, 'it changed while the call was checked', 'changed')
}

/** Finds a tool of the page, or of the run, by its exact name. */
export function findRegistered(run: LoopRun, name: string): Found | undefined {
  const registered = run.toolbox.find(name)
  if (!registered) return undefined
  return {
    executable: registered.tool,
    registered,
    onToolGone: (listener) => run.owners.onGone(registered, listener),
    isOn: () => run.toolbox.isOn(registered),
  }
}

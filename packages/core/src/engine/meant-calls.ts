import { isSameText } from '../approval/binding.ts'
import { DisabledToolError } from '../errors/tool-errors.ts'
import type { MeantTool } from '../tools/meant-tool.ts'
import type { CallWork } from './call-work.ts'
import { type Executed, executeCall } from './executor.ts'
import { findRegistered } from './find-tool.ts'
import type { LoopRun } from './run-core.ts'

/** Returns a function that finds the tool that a call is for, and no other tool of its name. */
export const findMeant =
  (run: LoopRun, { registered }: MeantTool): CallWork['find'] =>
  (name) => {
    const found = findRegistered(run, name)
    // A hook may have sent the call to a tool of another name.
    return registered.tool.name !== name || found?.registered === registered ? found : undefined
  }

/**
 * Runs a call as `executeCall` does. Throws `DisabledToolError` if the tool that the call is for
 * changed while the call waited: its caller knows another one.
 */
export function executeMeant(work: CallWork, meant?: MeantTool): Promise<Executed> {
  const { run, call } = work
  // What `findMeant` finds is the tool itself, so the look goes past it.
  const now = meant && run.toolbox.find(call.name)
  if (!now) return executeCall(work)
  const isSame = now === meant.registered && isSameText(now.tool, meant.was)
  // A tool that nobody may know of now is an unknown one, whatever it was.
  if (isSame || run.toolbox.isHidden(now)) return executeCall(work)
  throw new DisabledToolError(work.tool, 'it changed while the call waited', 'changed')
}

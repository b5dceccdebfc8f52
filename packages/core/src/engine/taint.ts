import type { Message, ToolStatus } from '../messages/message.ts'
import { describeAnswer, findTaint, sourceOf } from '../messages/find-taint.ts'
import type { CallWork } from './call-work.ts'
import type { RunCore } from './run-core.ts'

/** The taint of a message, with the text that it comes from. */
export type Tainted = Pick<Message, 'taint' | 'taintedBy'>

/** Returns the taint of data that a run makes: `derived` if its model has third-party text. */
export const derivedTaint = ({ taint }: Pick<RunCore, 'taint'>): Tainted =>
  taint === undefined ? {} : { taint: 'derived', taintedBy: taint }

/**
 * Records which third-party text the next request of a run holds. A run without such text of its
 * own has that of the call around it, because the handler gave the run its input. With such text,
 * it taints the calls around it, because their handlers get its result.
 */
export function setTaint(run: RunCore, taint: string | undefined): void {
  let given: string | undefined
  for (let call = run.around; call; call = call.run.around) given ??= call.foreign ?? call.run.taint
  run.taint = taint ?? given
  if (taint !== undefined && taint !== given) taintAround(run, taint)
}

/**
 * Gives a run the taint of the message whose calls it answers. The request that the message came
 * from may be one of an earlier page.
 */
export function takeTaint(run: RunCore, message: Message): void {
  if (message.taint === undefined) return
  const { messages } = run.session.history
  run.taint ??= sourceOf(message) ?? findTaint(messages.slice(0, messages.indexOf(message) + 1))
}

/** The parts of a call that decide the taint of its answer. */
type Answered = Pick<CallWork, 'run' | 'executable' | 'foreign' | 'isUntrusted'>

/**
 * Returns the taint of the answer to a call. The answer is third-party text if an untrusted tool
 * gave it, or a hook, the cache, a check or an error in the tool's place. It is also such text if a
 * run inside the call has read some. The success of a silent tool tells its model nothing of a
 * third party. A handler that called the tool gets the result all the same.
 */
export function taintOfAnswer(
  { run, executable, foreign, isUntrusted }: Answered,
  tool: string,
  status: ToolStatus,
): Tainted {
  const isSilent = status === 'ok' && executable?.mode === 'silent'
  const source = isUntrusted ? describeAnswer(tool, status) : foreign
  if (source !== undefined) taintAround(run, source)
  if (isSilent || source === undefined) return derivedTaint(run)
  return isUntrusted ? { taint: 'untrusted' } : { taint: 'untrusted', taintedBy: source }
}

/** Taints the calls around a run. A call that is tainted already keeps its text. */
function taintAround(run: RunCore, taint: string): void {
  for (let call = run.around; call; call = call.run.around) call.foreign ??= taint
}

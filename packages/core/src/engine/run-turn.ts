import type { CallResult } from '../call-result.ts'
import type { AgentError } from '../errors/agent-error.ts'
import { type Branch, branchOff, goOn, isForeign } from '../messages/branch.ts'
import { closeHistory } from '../messages/close-history.ts'
import type { ChatInput } from '../messages/content.ts'
import { moveHead } from '../messages/history.ts'
import type { UserMessage } from '../messages/message.ts'
import { type MessageInput, toMessages } from '../messages/message-input.ts'
import { toPersonMessage } from '../messages/person-message.ts'
import { toContent } from '../messages/to-content.ts'
import type { RunResult } from '../run-result.ts'
import type { Queue } from '../state/queue.ts'
import { refuseModalities, warnOfPolicy, warnOfTools } from './check-turn.ts'
import { commit } from './commit.ts'
import { accept, guardInput } from './guard-input.ts'
import { type LoopInput, runLoop } from './loop.ts'
import { answerReturned, closeReturned } from './returned-calls.ts'
import type { LoopRun } from './run-core.ts'
import { toExtraContext } from './send-request.ts'
import type { RunOutcome } from './supervise.ts'
import { toRunResult } from './to-run-result.ts'

/** One turn: the message of the person, and the place in the history where the turn begins. */
export interface Turn extends LoopInput {
  /** The message of the person; undefined if the run continues from the history. */
  readonly input: ChatInput | undefined
  /** The id that the message gets. Default: a new one. */
  readonly messageId?: string | undefined
  /** True if the message is third-party text; undefined if the caller did not say. */
  readonly untrusted?: boolean | undefined
  /** The error of an input that is no message. It ends the run. */
  readonly fault: AgentError | undefined
  /** The messages to start from, for a session that has none. */
  readonly history?: readonly MessageInput[] | undefined
  /** The results of the calls that the last run returned. */
  readonly results?: readonly CallResult[] | undefined
  /** The place where the run begins. Default: the head of the history. */
  readonly branch?: Branch | undefined
  /** The queue that shows the message during its check; undefined apart from the session. */
  readonly queue?: Queue | undefined
}

/** Runs one turn of `chat` or `execute`: commits the message of the person, then runs the loop. */
export async function runTurn(run: LoopRun, turn: Turn): Promise<RunOutcome<RunResult>> {
  const { input, fault, history, branch, results, queue } = turn
  if (fault) throw fault
  warnOfPolicy(run)
  warnOfTools(run)
  if (history) {
    const before = toMessages(history, 'history', null, run.ports)
    const isWaiting = results !== undefined
    run.session.history.load(closeHistory(before, run.ports.clock.now(), isWaiting))
  }
  const read = input === undefined ? undefined : toContent(input)
  // The input is read before the history changes, so that a failed read leaves nothing behind.
  const content = read instanceof Promise ? await run.cancellation.race(read) : read
  if (results !== undefined) await answerReturned(run, results)
  else if (!branch && !run.resumed) await closeReturned(run)
  const { head } = run.session.history
  const isUntrusted = turn.untrusted ?? (branch && isForeign(run.session.history, branch))
  if (branch) branchOff(run.session.history, branch)
  else if (content === undefined && !run.resumed?.pending) goOn(run.session.history)
  const isAgain = content === undefined && results === undefined && !run.resumed
  try {
    await guardInput(run, { content, isAgain, queue })
  } catch (error) {
    // A turn that is refused leaves the path as it was, if all of it is still there.
    if (head === null || run.session.history.has(head)) moveHead(run.session.history, head)
    throw error
  }
  if (content !== undefined) {
    const draft = toPersonMessage(content, isUntrusted, run.ports, turn.messageId)
    const message = await commit<UserMessage>(run, draft)
    accept(run, [message])
    run.unreported.push(message)
    refuseModalities(run, message.content)
  }
  const end = await runLoop(run, turn)
  const result = toRunResult(run, { ...end, followupSuggestions: await suggest(run) })
  return { status: end.status, value: result, result }
}

/**
 * Asks for suggestions of the person's next message. If that fails, there are no suggestions and
 * the run goes on.
 */
async function suggest(run: LoopRun): Promise<readonly string[] | undefined> {
  const { followups } = run.config
  if (!followups) return undefined
  try {
    const at = toExtraContext(run, run.iterations.length)
    return await run.cancellation.race(followups.suggest(run.session.history.messages, at))
  } catch {
    return []
  }
}

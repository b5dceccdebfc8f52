import { closeCall } from './answer-call.ts'
import { openCalls, pendingMessage } from '../messages/open-calls.ts'
import { commitTogether } from './commit.ts'
import { type CommitAnswer, OrderedAnswers, commitAtOnce } from './ordered-answers.ts'
import { lostCall, outcomeUnknown, tellAllLost, tellLost } from './page-calls.ts'
import type { LoopRun } from './run-core.ts'
import type { Intent, RunCheckpoint } from '../storage/session-row.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantToolCall, Draft, Message } from '../messages/message.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { takeTaint } from './taint.ts'
import { answerKnown } from './known-outcome.ts'
import { optionsOf } from '../tools/call-subject.ts'

const neverStarted: CancelReason = {
  kind: 'manual',
  code: 'not_started',
  message: 'the page ended before it was started; it did not run',
}

/**
 * Answers the calls that a run left open when it was cut short, so that a new turn can begin. Then
 * tells the calls of a page that is gone.
 */
export async function closeInterrupted(run: LoopRun): Promise<void> {
  const isCut = run.journal?.isCut ?? false
  for (let call = cutCall(run, isCut); call; call = cutCall(run, isCut)) await close(run, call)
  await tellAllLost(run)
}

/**
 * Commits messages of the page together, or gives them to a loop that writes the history. Resolves
 * with true if they are committed now. Without a loop, calls that a run left open when it was cut
 * short are answered first, because no message may come before their answers. Calls of a page that
 * is gone are told first too. Calls that wait for the results of their caller keep waiting: the
 * messages then follow with the next turn. `hold` stores messages that wait, and is called before
 * anything else can commit them.
 */
export async function commitAside(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
  join: () => unknown,
  hold: () => Promise<unknown> | undefined = () => undefined,
): Promise<boolean> {
  const { session } = run
  // A loop can begin during each wait, so nothing waits between these checks and the commit.
  for (;;) {
    if (join()) {
      await hold()
      return false
    }
    const call = cutCall(run, run.journal?.isCut ?? false)
    const lost = lostCall(run)
    if (call) await close(run, call)
    else if (lost) await tellLost(run, lost)
    else break
  }
  if (openCalls(session.history.messages).length > 0) {
    ;(session.notes ??= []).push(...drafts)
    await hold()
    return false
  }
  await commitTogether(run, drafts)
  return true
}

/**
 * Returns the first open call that a run left when it was cut short. The history is read anew: the
 * session may have been left. Other open calls were returned to their caller, who may answer them.
 */
const cutCall = ({ session, journal }: LoopRun, isCut: boolean): AssistantToolCall | undefined =>
  openCalls(session.history.messages).find(({ id }) => isCut || journal?.intents.has(id))

/** Gives a call its stored answer. Without one, answers the call as `interrupted`. */
async function close(run: LoopRun, call: AssistantToolCall): Promise<void> {
  const intent = run.journal?.intents.get(call.id)
  const commit = commitAtOnce(run)
  if (!intent?.answer) {
    return interrupt(run, call, intent ? outcomeUnknown : neverStarted, commit)
  }
  const { message, kept } = commit(intent.answer)
  run.unreported.push(message)
  await kept
}

/** Answers one call as `interrupted`. */
async function interrupt(
  run: LoopRun,
  call: AssistantToolCall,
  reason: CancelReason,
  commit: CommitAnswer,
): Promise<void> {
  await closeCall(run, { call, reason, status: 'interrupted', commit })
}

/**
 * Restores a run that was cut short. Its usage and charges count again against the limits.
 * `reconcile` or `onResume` of their tools settles the calls that were started. The loop then
 * continues with the calls that never started, or with the next model call.
 */
export async function resumeRun(
  run: LoopRun,
  { usage, costUsd, charged, iterations }: RunCheckpoint,
  intents: ReadonlyMap<string, Intent>,
): Promise<void> {
  run.usage = usage
  run.costUsd = costUsd
  Object.assign(run.charged, charged)
  const { tokens = 0, costUsd: cost = 0, ...others } = charged
  run.spending.restore({
    ...others,
    tokens: tokens + usage.totalTokens,
    costUsd: cost + (costUsd ?? 0),
  })
  const { history } = run.session
  const asking = pendingMessage(history.messages)
  if (asking) {
    run.messages.push(...history.messages.slice(history.messages.indexOf(asking)))
    takeTaint(run, asking)
  }
  const open = openCalls(history.messages)
  const answers = new OrderedAnswers(run, open)
  for (const call of open) {
    const intent = intents.get(call.id)
    if (intent?.answer) await answers.restore(intent.answer)
    else if (intent) await settle(run, call, intent, Math.max(0, iterations - 1), answers.commit)
  }
  const pending = asking?.calls && openCalls(history.messages).length === 0 ? undefined : asking
  const { waiting } = answers
  run.resumed = { iteration: pending ? Math.max(0, iterations - 1) : iterations, pending, waiting }
}

/**
 * Answers a call that may have run, or leaves the call open so that it runs again. `call` is as in
 * the history. The intent has the call as it was started.
 */
async function settle(
  run: LoopRun,
  call: AssistantToolCall,
  intent: Intent,
  iteration: number,
  commit: CommitAnswer,
): Promise<void> {
  const tool = run.toolbox.find(intent.call.name)?.tool
  const own = tool && optionsOf(tool, intent.call.arguments)
  const found = await reconcile(run, own, intent)
  if (found) {
    const outcome = { callId: call.id, result: found.result }
    await (
      await answerKnown(run, { call, outcome, iteration, commit })
    ).kept
    return
  }
  const isUnknown = !own || found === null || (!own.reconcile && own.onResume === 'fail')
  if (isUnknown) await interrupt(run, call, outcomeUnknown, commit)
}

/**
 * Asks the tool for the outcome of a call. Resolves with undefined if there is none, and with null
 * if the tool cannot say.
 */
async function reconcile(
  run: LoopRun,
  tool: Pick<AnyTool, 'reconcile'> | undefined,
  { call, key }: Intent,
): Promise<{ readonly result: unknown } | undefined | null> {
  if (!tool?.reconcile) return undefined
  try {
    const asking = tool.reconcile({ ...call, idempotencyKey: key })
    return (await run.cancellation.race(asking)) || undefined
  } catch (thrown) {
    run.throwIfEnding()
    run.warn(
      'reconcile_threw',
      `\`reconcile\` of "${call.name}" threw, so nobody knows if the call ran. It is answered as interrupted: ${describeThrown(thrown)}`,
    )
    return null
  }
}

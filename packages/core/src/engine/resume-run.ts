import { answerCall, closeCall } from './answer-call.ts'
import { openCalls } from '../messages/open-calls.ts'
import { commit, commitTogether } from './commit.ts'
import type { LoopRun } from './run-core.ts'
import type { Intent, RunCheckpoint } from '../storage/storage.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantToolCall, Draft, Message } from '../messages/message.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import type { Executable } from './call-work.ts'
import { pendingMessage } from '../messages/open-calls.ts'

/** The reason for closing a call that may have run. */
const outcomeUnknown: CancelReason = {
  kind: 'manual',
  message:
    'the page ended while it ran, so its outcome is unknown: it may have taken effect. Check before doing it again',
}

const neverStarted: CancelReason = {
  kind: 'manual',
  message: 'the page ended before it was started; it did not run',
}

/** Answers the calls that a run left open when it was cut short, so that a new turn can begin. */
export async function closeInterrupted(run: LoopRun): Promise<void> {
  for (let call = firstOpen(run); call; call = firstOpen(run)) await interrupt(run, call)
}

/**
 * Commits messages of the page together, or gives them to a loop that writes the history. Resolves
 * with undefined if `join` gave them to a loop. Without a loop, calls that a run left open when it
 * was cut short are answered first: no message may come before their answers.
 */
export async function commitAside(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
  join: () => unknown,
): Promise<Message[] | undefined> {
  while (!join()) {
    // A loop can begin during each wait, so nothing waits between these checks and the commit.
    const call = firstOpen(run)
    if (!call) return commitTogether(run, drafts)
    await interrupt(run, call)
  }
  return undefined
}

/** Returns the first open call. The history is read anew: the session may have been left. */
const firstOpen = ({ session }: LoopRun): AssistantToolCall | undefined =>
  openCalls(session.history.messages)[0]

/** Answers one call as `interrupted`. The default reason tells if the call was started. */
async function interrupt(
  run: LoopRun,
  call: AssistantToolCall,
  reason: CancelReason = (run.journal?.wasStarted(call.id) ?? true) ? outcomeUnknown : neverStarted,
): Promise<void> {
  await closeCall(run, call, 0, reason, 'interrupted', (draft) => commit(run, draft))
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
  if (asking) run.messages.push(...history.messages.slice(history.messages.indexOf(asking)))
  for (const call of openCalls(history.messages)) {
    const intent = intents.get(call.id)
    if (intent) await settle(run, intent, Math.max(0, iterations - 1))
  }
  const pending = asking?.calls && openCalls(history.messages).length === 0 ? undefined : asking
  run.resumed = { iteration: pending ? Math.max(0, iterations - 1) : iterations, pending }
}

/** Answers a call that may have run, or leaves the call open so that it runs again. */
async function settle(run: LoopRun, { call, key }: Intent, iteration: number): Promise<void> {
  const tool = run.toolbox.find(call.name)?.tool
  if (tool?.reconcile) {
    try {
      const found = await run.cancellation.race(tool.reconcile({ ...call, idempotencyKey: key }))
      if (!found) return
      const { mode, untrusted, toModelOutput } = tool
      // The result follows the rules of any result, without an approval or a charge.
      const known: Executable = {
        mode,
        untrusted,
        toModelOutput,
        effect: 'read',
        requiresApproval: false,
        charges: {},
        retry: { attempts: 1, delayMs: 0 },
        handler: () => found.result,
      }
      const find = () => ({ executable: known, isOn: () => ({ enabled: true }) as const })
      await answerCall(run, call, iteration, run.cancellation, (d) => commit(run, d), find)
      return
    } catch (thrown) {
      run.throwIfEnding()
      run.warn(
        'reconcile_threw',
        `\`reconcile\` of "${call.name}" threw, so nobody knows if the call ran. It is answered as interrupted: ${describeThrown(thrown)}`,
      )
    }
  } else if (tool && tool.onResume !== 'fail') return
  await interrupt(run, call, outcomeUnknown)
}

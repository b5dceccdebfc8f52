import { BudgetExceededError } from '../errors/run-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { ChatInput, UserContent } from '../messages/content.ts'
import type {
  AssistantMessage,
  Draft,
  Message,
  ToolMessage,
  UserMessage,
} from '../messages/message.ts'
import { costOf } from '../budget/budget.ts'
import { toContent } from '../messages/to-content.ts'
import { estimateTokens } from '../budget/usage.ts'
import { runEnded } from './answer-call.ts'
import { type CallCounts, answerCalls, closeOpenCalls, openCalls } from './answer-calls.ts'
import type { Branch } from '../messages/branch.ts'
import { commitNotes, commitTogether } from './commit.ts'
import { finishAnswer } from './finish-answer.ts'
import { callModelOnce } from './model-call.ts'
import type { LoopRun } from './run-core.ts'
import { type Settler, settleAll } from './settle.ts'
import type { OnBusy } from '../agent-options.ts'

/** What a person sends while the run goes on, to join it after the current iteration. */
export interface Steering {
  /** False once the run takes nothing more in. */
  isOpen: boolean
  /** What is to be committed then, in order. */
  readonly waiting: Joining[]
}

/** A message on its way into a run; what a person said as it was given, without blobs, which have to be read first. */
export type Joining =
  | Draft<AssistantMessage>
  | Draft<ToolMessage>
  | (Omit<Draft<UserMessage>, 'content'> & { readonly content: ChatInput })

/** What the loop needs beside the run. */
export interface LoopPorts {
  readonly settlers: ReadonlySet<Settler>
  readonly steering: Steering
  /** Messages to start from, where the session has none. */
  readonly history?: readonly Message[] | undefined
  /** Where the run begins, when not at the history's head. */
  readonly branch?: Branch | undefined
  /** Goes on with a run that was cut short. */
  readonly isResuming?: boolean | undefined
  /** What is done about another page that runs the session. Default: it is waited for. */
  readonly onBusy?: OnBusy | undefined
  /** The loop begins to wait for the page. */
  readonly onSettling?: (() => void) | undefined
}

/** How a loop ended. */
export interface LoopEnd {
  readonly status: 'completed' | 'stopped'
  readonly message: AssistantMessage
  /** What `output` made of the answer. */
  readonly data?: unknown
}

/**
 * The agent loop: call the model with what the page offers now, commit its message, run its calls in order, let hooks and the page catch up,
 * and again until it asks for nothing more. The history is closed however it ends.
 */
export async function runLoop(run: LoopRun, given: LoopPorts): Promise<LoopEnd> {
  const ports = run.config.settle ? given : { ...given, settlers: nobody }
  const counts: CallCounts = new Map()
  let repairs = 0
  try {
    let pending = run.resumed?.pending
    for (let iteration = run.resumed?.iteration ?? 0; ; iteration++) {
      admit(run, iteration)
      await commitSteered(run, ports)
      if (run.session.notes?.length) await commitNotes(run)
      for (const settler of ports.settlers) settler.baseline()
      const message = pending ?? (await callModelOnce(run, iteration))
      pending = undefined
      const awaited = scopesAwaited(run, message)
      const goesOn = await answer(run, ports, message, iteration, counts)
      if (await isStopped(run, message, iteration)) return { status: 'stopped', message }
      if (!goesOn && !ports.steering.waiting.some(asksForAnswer)) {
        const { isRepairing, data } = await finishAnswer(run, message, repairs++)
        if (!isRepairing) return { status: 'completed', message, data }
      }
      if (ports.settlers.size > 0 || awaited) await settle(run, ports, message, iteration, awaited)
    }
  } finally {
    const last = run.messages.findLast((message) => message.role === 'assistant')
    const cut = last?.role === 'assistant' && last.finishReason === undefined
    await closeOpenCalls(
      run,
      run.cancellation.reason ?? runEnded,
      cut ? 'interrupted' : 'cancelled',
    )
    ports.steering.isOpen = false
    await commitSteered(run, ports)
  }
}

/** What the application says is told with the next request, and is no reason for one. */
const asksForAnswer = (joining: Joining): boolean =>
  joining.role === 'user' && joining.source !== 'app'

const nobody: ReadonlySet<Settler> = new Set()

/** Throws `BudgetExceededError` when another model call is too much. */
function admit(run: LoopRun, iteration: number): void {
  run.throwIfEnding()
  const { limits, rates, model } = run.config
  if (iteration >= limits.iterations) {
    const { iterations: limit } = limits
    const spent = limit + 1
    throw new BudgetExceededError({
      budgetKey: 'iterations',
      limit,
      spent,
      attempted: 1,
      unit: 'iterations',
    })
  }
  // Tool output is not billed yet: it comes back as part of the next prompt.
  const pending = run.messages.slice(
    run.messages.findLastIndex(({ role }) => role === 'assistant') + 1,
  )
  const promptTokens = estimateTokens(
    pending.reduce(
      (sum, message) => sum + (message.role === 'tool' ? message.content.length : 0),
      0,
    ),
  )
  const usage = { promptTokens, completionTokens: 0, totalTokens: promptTokens }
  const rate = rates[model.modelId]
  run.spending.admitModelCall({ tokens: promptTokens, costUsd: rate ? costOf(usage, rate) : 0 })
}

async function commitSteered(run: LoopRun, { steering }: LoopPorts): Promise<void> {
  if (steering.waiting.length === 0) return
  const drafts = steering.waiting
    .splice(0)
    .map((joining) =>
      joining.role === 'user'
        ? { ...joining, content: toContent(joining.content) as UserContent }
        : joining,
    )
  run.added.push(...(await commitTogether(run, drafts)))
}

/** Answers the message's calls, and tells whether the model is to be called again. */
async function answer(
  run: LoopRun,
  { settlers }: LoopPorts,
  message: AssistantMessage,
  iteration: number,
  counts: CallCounts,
): Promise<boolean> {
  const { calls = [], finishReason } = message
  // A run that goes on has some of them answered already.
  const open = run.resumed?.pending === message ? openCalls(run.messages) : calls
  if (open.length === 0) return false
  // Only a model that says so has finished its calls.
  if (finishReason !== 'tool_calls' && finishReason !== 'stop') {
    await closeOpenCalls(run, unfinished(finishReason), 'interrupted')
    return false
  }
  if (run.config.toolMode === 'return') {
    await closeOpenCalls(run, returned, 'cancelled')
    return false
  }
  const beforeTool = async (): Promise<void> => {
    for (const settler of settlers) {
      // Nothing a settler waits for may hold up a cancel, and nothing that fails in it a tool.
      await run.cancellation.race(settler.beforeTool()).catch(() => undefined)
    }
  }
  return !(await answerCalls(run, open, iteration, counts, beforeTool))
}

const unfinished = (finishReason: string | undefined): CancelReason => ({
  kind: 'manual',
  message: `the model's message ended early (${finishReason}), so the call may not be whole`,
})

const returned: CancelReason = {
  kind: 'manual',
  message: 'calls are returned to the caller in this run, not run',
}

async function isStopped(
  run: LoopRun,
  message: AssistantMessage,
  iteration: number,
): Promise<boolean> {
  let stopped = false
  for (const hook of run.hooks.of('onIterationEnd')) {
    const at = { run: run.context, iteration, message, usage: run.usage }
    const asked = await run.cancellation.race(hook(at))
    stopped ||= asked?.stop === true
  }
  run.throwIfEnding()
  return stopped
}

/** The scopes that tools of these calls are to bring, by call: read before they run, since what they do may unmount them. */
function scopesAwaited(
  { toolbox, config }: LoopRun,
  { calls = [] }: AssistantMessage,
): ReadonlyMap<string, string> | undefined {
  if (!config.settle) return undefined
  let awaited: Map<string, string> | undefined
  for (const { id, name } of calls) {
    const waitFor = toolbox.find(name)?.tool.waitFor
    if (waitFor !== undefined) (awaited ??= new Map()).set(id, waitFor)
  }
  return awaited
}

async function settle(
  run: LoopRun,
  { settlers, onSettling }: LoopPorts,
  { calls = [] }: AssistantMessage,
  iteration: number,
  awaited?: ReadonlyMap<string, string>,
): Promise<void> {
  if (!run.config.settle || calls.length === 0) return
  // A call that came to nothing brings no scope.
  const waitFor = [...(awaited ?? [])].flatMap(([id, scope]) => {
    const answer = run.messages.findLast((message) => message.id === id)
    return answer?.role === 'tool' && answer.status === 'ok' ? scope : []
  })
  if (settlers.size === 0 && waitFor.length === 0) return
  const { timeoutMs } = run.config.settle
  onSettling?.()
  const settled = await settleAll(run, settlers, { timeoutMs, waitFor })
  run.log.emit('settled', { iteration, ...settled })
}

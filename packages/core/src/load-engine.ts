// The reasons: decisions/0027.
import type { RunOrder } from './engine/engine.ts'
import type { AgentEvent } from './events.ts'
import type * as engine from './features/features.ts'
import type * as keeping from './features/keeping/session-keeper.ts'
import { dropUndefined } from './json/json.ts'
import { lazily, type Loader } from './lazily.ts'
import { noUsage } from './model/usage.ts'
import type { RunReport, RunResult } from './run.ts'
import { keepWords } from './session.ts'
import type { Sessions } from './sessions.ts'
import { isWithdrawn } from './turns.ts'

/**
 * Loads the engine, which is a chunk of its own. A page registers its tools and renders without the
 * engine. The option `preload` decides when the engine is fetched.
 */
export const loadEngine: Loader<typeof engine> = lazily(() => import('./features/features.ts'))

/** Loads the keeping of sessions in a storage, a chunk of its own. */
export const loadKeeper: Loader<typeof keeping> = lazily(
  () => import('./features/keeping/session-keeper.ts'),
)

/**
 * Ends a run whose engine cannot be had: keeps the words of the user, in the history or as
 * unsent, and emits `started` and `failed`. Resolves with the result of an `execute`.
 */
export async function failUnloaded(
  order: RunOrder,
  error: Error,
  sessions: Pick<Sessions, 'addUnsent'>,
): Promise<RunResult> {
  const { run, task, given, session, ports, agentId } = order
  const report = toReport(order)
  const { runId, rootRunId, durationMs, startedAt, status } = report
  const events: AgentEvent[] = []
  const emit = (type: 'started' | 'failed', payload: object): void => {
    const base = { type: `agent:${type}`, seq: events.length + 1, at: ports.clock.now() }
    const identity = { agentId, runId, rootRunId, sessionId: givenId(order) }
    const event = Object.freeze(dropUndefined({ ...base, ...identity, ...payload })) as never
    events.push(event)
    order.tell(event)
  }
  async function* observe(): AsyncGenerator<AgentEvent, undefined> {
    yield* events
  }
  const input = 'input' in task ? task.input : undefined
  emit('started', { input })
  if (task.kind === 'chat' && !task.isRefused && !isWithdrawn(run)) {
    // Only the engine can branch off.
    for (const message of keepWords(session, input, ports, task, task.branch !== undefined)) {
      sessions.addUnsent(session, message)
    }
  }
  run.begin({ status, report, log: { events, observe } })
  emit('failed', { error, usage: noUsage })
  return {
    runId,
    content: '',
    finishReason: 'other',
    status: 'failed',
    usage: noUsage,
    artifacts: [],
    messages: [],
    report,
    trace: [],
    model: given.model.modelId,
    durationMs,
    createdAt: startedAt,
    error,
  }
}

const givenId = ({ sessionId, parent }: RunOrder): string | undefined =>
  sessionId || parent?.givenSessionId

function toReport(order: RunOrder): RunReport {
  const { run, parent, given, session, ports, agentId: name } = order
  const { id: runId, startedAt } = run
  const endedAt = ports.clock.now()
  return {
    runId,
    rootRunId: parent?.rootId ?? runId,
    name,
    sessionId: givenId(order) ?? session.id,
    userId: given.user?.id,
    tenantId: given.user?.tenant,
    status: 'failed',
    startedAt,
    endedAt,
    durationMs: endedAt - startedAt,
    usage: noUsage,
    charged: {},
    iterations: [],
    children: [],
  }
}

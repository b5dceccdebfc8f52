import type { RunOrder } from './engine/engine.ts'
import type { AgentEvent } from './events.ts'
import type * as engine from './features/features.ts'
import type * as keeping from './features/keeping/session-keeper.ts'
import type { HookContext } from './hooks.ts'
import { dropUndefined } from './json/json.ts'
import { lazily, type Loader } from './lazily.ts'
import { noUsage } from './model/usage.ts'
import type { Metadata } from './register.ts'
import type { RunReport, RunResult } from './run.ts'
import { keepWords } from './session.ts'

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
 * Ends a run whose engine cannot be had: keeps the words of the person, calls the hooks of the end,
 * and emits `started` and `failed`. Resolves with the result of an `execute`.
 */
export async function failUnloaded(order: RunOrder, error: Error): Promise<RunResult> {
  const { run, task, given, hooks, session, ports } = order
  const { id: runId, startedAt } = run
  const { userId, tenantId, metadata = {} as Metadata } = given
  const input = 'input' in task ? task.input : undefined
  const of = { runId, rootRunId: order.parent?.rootId ?? runId }
  const sessionId = order.sessionId || order.parent?.givenSessionId
  const events: AgentEvent[] = []
  const emit = (type: 'started' | 'failed', payload: object): void => {
    const at = ports.clock.now()
    const base = { type: `agent:${type}`, seq: events.length + 1, at, agentId: order.agentId }
    const event = Object.freeze(dropUndefined({ ...base, ...of, sessionId, ...payload }))
    events.push(event as unknown as AgentEvent)
    order.tell(event as unknown as AgentEvent)
  }
  const endedAt = ports.clock.now()
  const status = 'failed'
  const report: RunReport = {
    ...of,
    name: order.agentId,
    sessionId: sessionId ?? session.id,
    ...{ userId, tenantId, status, startedAt, endedAt, durationMs: endedAt - startedAt },
    ...{ usage: noUsage, charged: {}, iterations: [], children: [] },
  }
  async function* observe(): AsyncGenerator<AgentEvent, undefined> {
    yield* events
  }
  emit('started', { input })
  if (task.kind === 'chat' && task.keep) {
    keepWords(session, input, given.untrusted, ports, task.messageId)
  }
  run.begin({ status, report, log: { events, observe }, fail: () => undefined })
  const context: HookContext = {
    ...of,
    agentId: order.agentId,
    sessionId: report.sessionId,
    ...{ userId, tenantId, metadata, state: {}, cancel: (reason) => run.cancel(reason) },
  }
  await hooks.notify('onRunError', { run: context, error }).catch(() => undefined)
  emit('failed', { error, usage: noUsage })
  return {
    runId,
    content: '',
    finishReason: 'other',
    status,
    ...{ usage: noUsage, artifacts: [], messages: [], report, trace: [] },
    model: given.model.modelId,
    durationMs: report.durationMs,
    createdAt: startedAt,
    error,
  }
}

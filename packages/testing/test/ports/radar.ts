// RadarOS: a run's context, guardrails, approval, a sandbox, compaction, typed output, a stream
import { sandbox, toolCache, followups, inputGuardrail, outputGuardrail, repair, condense, hybrid } from 'ambit/plugins'
import { type Agent, type AgentOptions, createAgent, Tool } from 'ambit'
import * as z from 'zod'

declare module 'ambit' {
  interface Register {
    dependencies: { API_URL: string; REPORT_DATE?: string }
    metadata: { source?: string; language?: string; role?: 'admin' | 'customer' }
    state: { visits?: number }
  }
}
const greet = new Tool({
  name: 'greet', description: 'Greet the user.', parameters: z.object({ greeting: z.string() }),
  handler: ({ greeting }, { run: { state, metadata, dependencies: { API_URL, REPORT_DATE = 'today' } } }) => {
    state.set({ visits: (state.get().visits ?? 0) + 1 })
    return `${greeting}! Visit #${state.get().visits} from ${metadata.source ?? 'unknown'}, ${API_URL}, ${REPORT_DATE}`
  },
})
const byId = z.object({ id: z.string() })
const remove = new Tool({ name: 'delete_record', description: 'Delete.', parameters: byId, handler: ({ id }) => id })
const calc = new Tool({
  name: 'calc', description: 'Measure.', parameters: z.object({ code: z.string() }), result: { cache: { ttl: '1m' } },
  run: { sandbox: { timeout: '10s', network: false, env: { unit: 'characters' } } },
  handler: ({ code }, { env }) => `${code.length} ${env['unit']} of ${typeof document}`,
})
export const log: unknown[] = []
export const createSupport = (model: AgentOptions['model'], cheap: AgentOptions['model']) => createAgent({
  model, name: 'support-bot', tools: [greet, remove, calc], dependencies: { API_URL: 'https://x' },
  instructions: ({ metadata: { language = 'English', role = 'customer' } }) => `Respond in ${language}. Role ${role}.`,
  request: { reasoning: 'high', retry: { max: 5, delay: '1s', maxDelay: '30s' } },
  approval: {
    ask: ['delete_record'], timeout: '1m', onTimeout: 'deny',
    decide: ({ tool, args }) => confirm(`Approve ${tool}(${JSON.stringify(args)})?`),
  },
  use: [
    inputGuardrail('no-sql-injection', (text) => !/DROP\s+TABLE|DELETE\s+FROM/i.test(text) || 'SQL injection detected'),
    outputGuardrail('no-pii-leak', (text) => !/\b\d{3}-\d{2}-\d{4}\b/.test(text) || 'Output contains SSN'),
    sandbox(), toolCache(), followups({ model: cheap }), condense({ maxChars: 20_000, model: cheap }),
    hybrid({ maxContextTokens: 100_000, reserveTokens: 4000, summarizeModel: cheap }),
    { name: 'end', run: (_, next) => next().finally(() => log.push('done')) },
    { name: 'cap', request: ({ run }, next) => next().then((it) => ((it.usage?.totalTokens ?? 0) > 50_000 && run.stop(), it)) },
  ],
  on: { 'agent:started': ({ input }) => log.push(input), 'agent:tool_started': ({ tool }) => log.push(tool) },
})
export const summarize = (agent: Agent, signal: AbortSignal) => agent
  .with({ user: { id: 'user-123', tenant: 'tenant-acme' }, request: { apiKey: 'sk' }, dependencies: { REPORT_DATE: '2026-02-28' } })
  .execute('Summarize', { sessionId: 'session-abc', metadata: { source: 'web' }, signal })
const output = z.object({ title: z.string(), tags: z.array(z.string()) })
export const list = (agent: Agent) => agent.with({ use: [repair({ maxAttempts: 1 })] }).execute('List', { output })
// @ts-expect-error -- a key that no metadata has
export const misnamed = (agent: Agent) => agent.execute('x', { metadata: { nope: 1 } })
export async function* tell(agent: Agent) {
  for await (const event of agent.execute('Tell me a story')) {
    if (event.type === 'agent:delta') yield `${event.of}: ${event.text}`
    if (event.type === 'agent:tool_started') yield event.tool
    if (event.type === 'agent:completed') yield event.usage.totalTokens
  }
}

import { checkOptions } from '@ambit/core'
import type { Agent, AgentEvent, AgentPlugin, CallIdentity, Run } from '@ambit/core'
import type { AgentSpans } from './agent-spans.ts'
import { isEnd } from './is-end.ts'
import { openRuns } from './open-runs.ts'
import type { TraceAgentOptions } from './trace-options.ts'

/** The options, with the kinds of their values. */
const names = { content: ':boolean', meter: ':object', tracer: '!object' }

/** The loads of the code that makes spans. */
let loads: Promise<unknown> = Promise.resolve()

/**
 * Traces the runs of an agent as spans of OpenTelemetry, by its conventions for generative AI. Each
 * run is a span `invoke_agent`, with a span `chat` for each model call and `execute_tool` for each
 * tool call. A run that gets a call's `ctx` as `parent` is below that call. So is a run of another
 * agent with the same tracer.
 *
 * Waits for approvals and answers are spans `ambit.approval` and `ambit.ask`; an undo is a span
 * `ambit.undo`. Times are those of the events. A run that is going on is traced from its beginning.
 * A tracer or exporter that throws changes nothing. A tool's handler runs in the context of its
 * span, if the SDK has a context manager: so spans of the application are below it.
 *
 * The requests to an MCP server carry the trace of their call in `_meta`. A call from outside by
 * MCP is below the span of its caller.
 *
 * The code that makes the spans is a chunk of its own, which this function begins to load. Events
 * wait for it. Calls and `traceHeaders` wait for it until 1 s after this function was called: what
 * a handler traces without it is not below its span.
 *
 * @returns A function that ends the tracing, and the open spans.
 * @example
 * const stop = traceAgent(agent, { tracer: trace.getTracer('my-app') })
 */
export function traceAgent(agent: Agent, options: TraceAgentOptions): () => void {
  checkOptions('`traceAgent`', options, names)
  /** The runs whose events were passed on from the first one. */
  const begun = new Map<string, Run<unknown> | undefined>()
  const waiting: Parameters<AgentSpans['take']>[] = []
  let spans: AgentSpans | undefined
  let isStopped = false
  const pass = (event: AgentEvent): void => {
    // While a run starts, its agent does not have it yet.
    const run = begun.get(event.runId) ?? agent.run(event.runId)
    if (spans) spans.take(event, run)
    else waiting.push([event, run])
  }
  const handle = (event: AgentEvent): void => {
    // A model call has many deltas, and none makes a span.
    if (event.type === 'agent:delta') return
    const { runId } = event
    if (!begun.has(runId)) {
      const run = agent.run(runId)
      begun.set(runId, run)
      for (const past of run?.events ?? []) if (past.seq < event.seq) pass(past)
    }
    pass(event)
    if (isEnd(event)) begun.delete(runId)
  }
  // Only a handler of the very type gets the prompt.
  const started = 'agent:request_started'
  const handleAll = options.content
    ? (event: AgentEvent): void => void (event.type !== started && handle(event))
    : handle
  const offs = [agent.on('*', handleAll)]
  if (options.content) offs.push(agent.on(started, handle))
  // What a handler traces itself, such as its requests, is below the span of its call.
  const within: AgentPlugin = {
    name: 'trace-agent',
    enforce: 'post',
    execute: async ({ run, call }, next) => {
      if (!spans) await inTime
      return spans ? spans.within(run.id, call.id, next) : next()
    },
  }
  const stop = (): void => {
    isStopped = true
    for (const off of offs) off()
    spans?.end()
  }
  const load = import('./agent-spans.ts').then(
    (module) => {
      spans = new module.AgentSpans(agent, options)
      for (const given of waiting.splice(0)) spans.take(...given)
      if (isStopped) spans.end()
    },
    (error: unknown) => {
      stop()
      waiting.length = 0
      console.error('`traceAgent` traces nothing: its code did not load.', error)
    },
  )
  offs.push(agent.use(within))
  // Nobody knows how long a load takes, and no call may wait for a trace.
  const inTime = Promise.race([load, new Promise((resolve) => setTimeout(resolve, 1_000))])
  loads = loads.then(() => inTime)
  return stop
}

/**
 * Returns the header `traceparent` of the model call that is being made, so that the server goes on
 * with its trace. Returns no header for a call that is not traced. Never rejects.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId, headers: traceHeaders })
 */
export async function traceHeaders({ runId = '' }: CallIdentity): Promise<Record<string, string>> {
  await loads
  const traceparent = openRuns.get(runId)?.traceContext()?.traceparent
  return traceparent === undefined ? {} : { traceparent }
}

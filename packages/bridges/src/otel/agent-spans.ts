import type { Context, Tracer } from '@opentelemetry/api'
import type { Agent, AgentEvent, Run } from '@ambit/core'
import { createChatMetrics } from './chat-metrics.ts'
import { isEnd } from './is-end.ts'
import { openRuns } from './open-runs.ts'
import { RunTrace, type RunTraceOptions } from './run-trace.ts'
import { contextOf, runBelow } from './span-context.ts'
import { SafeTracer } from './safe-tracer.ts'
import type { TraceAgentOptions } from './trace-options.ts'

/** The runs that are traced now, by tracer: a run may be below the call of another agent. */
const traced = new WeakMap<Tracer, Map<string, RunTrace>>()

/** The spans of the runs of one agent. */
export class AgentSpans {
  readonly #options: Omit<RunTraceOptions, 'parent' | 'startedAt'>
  readonly #shared: Map<string, RunTrace>
  readonly #own = new Map<string, RunTrace>()

  constructor(
    agent: Pick<Agent, 'name' | 'redaction'>,
    { tracer, meter, content }: TraceAgentOptions,
  ) {
    this.#options = {
      agent,
      content: content === true,
      measure: meter && createChatMetrics(meter),
      tracer: new SafeTracer(tracer),
    }
    this.#shared = traced.get(tracer) ?? new Map<string, RunTrace>()
    traced.set(tracer, this.#shared)
  }

  /** Takes in the next event of a run, whose first event has no trace yet. */
  take(event: AgentEvent, run: Run<unknown> | undefined): void {
    const { runId } = event
    const trace = this.#own.get(runId) ?? this.#begin(event)
    trace.take(event, run)
    if (isEnd(event)) this.#forget(runId)
  }

  /** Runs the handler of a call below its span. */
  within<T>(runId: string, callId: string, run: () => T): T {
    const span = this.#own.get(runId)?.spanOf(callId)
    return span ? runBelow(span, run) : run()
  }

  /** Ends all open spans. */
  end(): void {
    for (const [runId, trace] of this.#own) {
      trace.end()
      this.#forget(runId)
    }
  }

  #begin(first: AgentEvent): RunTrace {
    const { runId, at: startedAt } = first
    const trace = new RunTrace({
      ...this.#options,
      parent: this.#parentOf(first),
      startedAt,
    })
    this.#own.set(runId, trace)
    this.#shared.set(runId, trace)
    openRuns.set(runId, trace)
    return trace
  }

  /** Returns the context of the call that a run is part of. */
  #parentOf(first: AgentEvent): Context | undefined {
    if (first.type !== 'agent:started') return undefined
    const { parentRunId = '', parentCallId = '' } = first
    const span = this.#shared.get(parentRunId)?.spanOf(parentCallId)
    return span && contextOf(span)
  }

  #forget(runId: string): void {
    this.#own.delete(runId)
    this.#shared.delete(runId)
    openRuns.delete(runId)
  }
}

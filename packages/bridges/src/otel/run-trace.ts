import type { Attributes, Baggage, Context, Span, SpanKind } from '@opentelemetry/api'
import { type Agent, type AgentEvent, type EventOf, type Run, toModelResult } from '@ambit/core'
import { clientSpan, internalSpan } from './api-numbers.ts'
import type { ChatEnd } from './chat-metrics.ts'
import { errorTypeOf, markFailed, providerOf, usageOf } from './span-facts.ts'
import { genAi } from './gen-ai.ts'
import { toContent, toOutputMessages } from './message-content.ts'
import { callerMeta, type TraceContext } from './open-runs.ts'
import type { SafeTracer } from './safe-tracer.ts'
import { activeContext, contextFrom, contextOf } from './span-context.ts'

/** The parts that the trace of a run is made of. */
export interface RunTraceOptions {
  readonly tracer: SafeTracer
  readonly content: boolean
  readonly agent: Pick<Agent, 'name' | 'redaction'>
  /** Measures the end of each model call. */
  readonly measure: ((end: ChatEnd) => void) | undefined
  /** The context of the call that the run is part of. Undefined for a root. */
  readonly parent: Context | undefined
  /** The time of the first event, in milliseconds since 1970. */
  readonly startedAt: number
}

/** The spans of one run: the run itself, its model calls and tools, and what they wait for. */
export class RunTrace {
  readonly #options: RunTraceOptions
  /** The open spans, by the id of the call and what they are of. */
  readonly #open = new Map<string, Span>()
  #run: Span | undefined
  /** Whether spans have content; undefined if nothing of the last event may leave the device. */
  #content: boolean | undefined
  /** True for a call or an undo of the page, which has no span of a run. */
  #isOfPage = false
  #at = 0
  #sessionId: string | undefined
  #parent: Context | undefined
  /** The open span of a model call. */
  #chat: Span | undefined
  /** The attributes of the model call that is open, and its beginning. */
  #asked: { readonly attributes: Attributes; readonly at: number } | undefined

  constructor(options: RunTraceOptions) {
    this.#options = options
    this.#parent = options.parent
  }

  /** Returns the span of a call that is open. */
  spanOf(callId: string): Span | undefined {
    return this.#open.get(callId)
  }

  traceContext(callId?: string, hasBaggage?: boolean): TraceContext | undefined {
    const span = callId === undefined ? this.#chat : this.#open.get(callId)
    return span && toTraceContext(span, hasBaggage)
  }

  /** Takes in the next event of the run, with the run once its agent has it. */
  take(event: AgentEvent, run: Run<unknown> | undefined): void {
    this.#at = event.at
    this.#content = event.local ? undefined : this.#options.content
    this.#sessionId ??= run?.report?.sessionId
    const meta = run && callerMeta.get(run)
    if (meta) this.#parent ??= contextFrom(meta['traceparent'])
    switch (event.type) {
      case 'agent:request_started':
        this.#beginRun()
        this.#startChat(event)
        break
      case 'agent:request_retrying':
        this.#note(this.#chat, event, {
          attempt: event.attempt,
          delay_ms: event.delayMs,
          [genAi.errorType]: errorTypeOf(event.error),
        })
        break
      case 'agent:request_completed':
        this.#completeChat(event)
        break
      case 'agent:settled':
        this.#note(this.#run, event, { ok: event.ok, why: event.why, ms: event.durationMs })
        break
      case 'agent:warning':
        this.#note(this.#run, event, { code: event.code })
        break
      case 'agent:failed':
        if (!this.#isOfPage) this.#beginRun()
        this.#measureChat({}, errorTypeOf(event.error))
        this.#fail(this.#chat, event.error)
        this.#fail(this.#run, event.error)
        this.#endRun(event)
        break
      case 'agent:cancelled':
        if (!this.#isOfPage) this.#beginRun()
        this.#measureChat({}, 'cancelled')
        this.#run?.setAttribute('ambit.cancel', event.reason.kind)
        this.#endRun(event)
        break
      case 'agent:completed':
        this.#endRun(event)
        break
      default:
        this.#takeOfCall(event)
    }
  }

  /** Takes in an event of a tool call; does nothing for any other. */
  #takeOfCall(event: AgentEvent): void {
    switch (event.type) {
      case 'agent:tool_started':
        this.#startCall(event)
        break
      case 'agent:tool_retrying':
        this.#note(this.#open.get(event.callId), event, { attempt: event.attempt })
        break
      case 'agent:pending_added': {
        const { pending } = event
        if (pending.kind === 'question') this.#startWait(event, 'ask', {})
        else this.#startWait(event, 'approval', { 'ambit.approval.cause': pending.cause })
        break
      }
      case 'agent:pending_resolved':
        if (event.kind === 'question') this.#endWait(event, 'ask', { 'ambit.ask': event.outcome })
        else {
          const { decision, by } = event
          this.#endWait(event, 'approval', { 'ambit.approval': decision, 'ambit.approval.by': by })
        }
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        this.#endCall(event)
        break
      case 'agent:tool_undone':
        this.#undone(event)
        break
      default:
    }
  }

  /** Ends all spans that are open, at the time of the last event. */
  end(): void {
    const { tracer } = this.#options
    for (const span of [...this.#open.values()].reverse()) tracer.end(span, this.#at)
    this.#open.clear()
    tracer.end(this.#chat, this.#at)
    this.#chat = undefined
    tracer.end(this.#run, this.#at)
    this.#run = undefined
  }

  /** Begins the span of the run. The page's own calls and undos have none. */
  #beginRun(): void {
    if (this.#run) return
    const { tracer, agent, startedAt: at } = this.#options
    const id = this.#sessionId
    this.#run = tracer.start({
      name: `invoke_agent ${agent.name}`,
      at,
      parent: this.#parent,
      attributes: {
        [genAi.operation]: 'invoke_agent',
        [genAi.agent]: agent.name,
        ...(id !== undefined && { [genAi.conversation]: id }),
      },
    })
  }

  /** Starts a span. Calls of a run that must stay on the device have none: they name its tools. */
  #start(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    above: Span | undefined = this.#run,
    at: number = this.#at,
  ): Span | undefined {
    if (this.#content === undefined && kind === internalSpan) return undefined
    const parent = above ? contextOf(above) : this.#parent
    return this.#options.tracer.start({ name, at, kind, attributes, parent })
  }

  #startChat(event: EventOf<'agent:request_started'>): void {
    this.#endChat({})
    const { at, modelId, iteration, leftOut, built } = event
    const attributes = {
      [genAi.operation]: 'chat',
      [genAi.provider]: providerOf(event),
      [genAi.requestModel]: modelId,
    }
    this.#asked = { attributes, at }
    this.#chat = this.#start(`chat ${modelId}`, clientSpan, {
      ...attributes,
      'ambit.iteration': iteration,
      ...(leftOut > 0 && { 'ambit.left_out': leftOut }),
      ...(built && this.#content && toContent(built.request)),
    })
  }

  /** Measures the model call that is open. */
  #measureChat(end: Pick<ChatEnd, 'tokens'>, failed?: string): void {
    const { attributes, at } = this.#asked ?? {}
    this.#asked = undefined
    if (attributes === undefined || at === undefined) return
    this.#options.measure?.({
      ...end,
      attributes: failed === undefined ? attributes : { ...attributes, [genAi.errorType]: failed },
      durationMs: this.#at - at,
    })
  }

  #completeChat({
    message,
    usage,
    estimated,
    responseId,
    modelId,
  }: EventOf<'agent:request_completed'>): void {
    const { finishReason } = message ?? {}
    this.#chat?.setAttributes({
      ...usageOf(usage),
      [genAi.responseId]: responseId,
      [genAi.responseModel]: modelId,
      ...(finishReason && { [genAi.finishReasons]: [finishReason] }),
      ...(message && this.#content && { [genAi.outputMessages]: toOutputMessages(message) }),
    })
    // A call that gave no message is ended by what ends the run.
    if (!message) return
    const { promptTokens: input, completionTokens: output } = usage
    this.#endChat({ tokens: estimated ? undefined : { input, output } })
  }

  /** Measures the model call that is open, and ends its span. */
  #endChat(end: Pick<ChatEnd, 'tokens'>): void {
    this.#measureChat(end)
    this.#options.tracer.end(this.#chat, this.#at)
    this.#chat = undefined
  }

  #startCall({ callId, tool, call }: EventOf<'agent:tool_started'>): void {
    this.#isOfPage = !this.#run
    const span = this.#start(`execute_tool ${tool}`, internalSpan, {
      [genAi.operation]: 'execute_tool',
      [genAi.tool]: tool,
      [genAi.toolType]: 'function',
      [genAi.call]: callId,
      ...(this.#content && { [genAi.callArguments]: JSON.stringify(call.arguments) }),
    })
    if (span) this.#open.set(callId, span)
  }

  #endCall(
    event: EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>,
  ): void {
    const { callId, type, message } = event
    const span = this.#open.get(callId)
    if (type === 'agent:tool_failed') this.#fail(span, event.error)
    span?.setAttribute('ambit.status', message?.status ?? type.slice('agent:tool_'.length))
    if (this.#content && message) {
      span?.setAttribute(genAi.callResult, toModelResult(message).text)
    }
    this.#open.delete(callId)
    this.#options.tracer.end(span, this.#at)
  }

  #startWait({ callId }: { callId: string }, kind: string, attributes: Attributes): void {
    const span = this.#start(`ambit.${kind}`, internalSpan, attributes, this.#open.get(callId))
    if (span) this.#open.set(`${callId} ${kind}`, span)
  }

  /** Ends a wait. A decision for which nobody was asked is recorded on the call. */
  #endWait({ callId }: { callId: string }, kind: string, attributes: Attributes): void {
    const key = `${callId} ${kind}`
    const span = this.#open.get(key)
    this.#open.delete(key)
    for (const one of [span, this.#open.get(callId)]) one?.setAttributes(attributes)
    this.#options.tracer.end(span, this.#at)
  }

  #undone({
    tool,
    callId,
    undoneRunId,
    durationMs,
    error: failure,
  }: EventOf<'agent:tool_undone'>): void {
    this.#isOfPage = true
    const attributes = {
      [genAi.tool]: tool,
      [genAi.call]: callId,
      'ambit.undone_run.id': undoneRunId,
    }
    const span = this.#start(
      'ambit.undo',
      internalSpan,
      attributes,
      undefined,
      this.#at - durationMs,
    )
    if (failure) this.#fail(span, failure)
    this.#options.tracer.end(span, this.#at)
  }

  #fail(span: Span | undefined, error: Error): void {
    markFailed(span, error, this.#content ? this.#options.agent.redaction : false)
  }

  #note(span: Span | undefined, { type }: AgentEvent, attributes: Attributes): void {
    span?.addEvent(type.replace('agent:', 'ambit.'), attributes, this.#at)
  }

  #endRun({ type, usage }: EventOf<'agent:completed' | 'agent:failed' | 'agent:cancelled'>): void {
    this.#run?.setAttributes({ ...usageOf(usage), 'ambit.status': type.slice('agent:'.length) })
    this.end()
  }
}

/** The key of the baggage in a context, as the API makes it. */
const baggageKey = Symbol.for('OpenTelemetry Baggage Key')

/** The most characters of a `baggage`. Members beyond it are left out. */
const mostChars = 8_192

/**
 * Returns a span as the fields of W3C Trace Context, perhaps with the baggage that is active now.
 * Undefined for a span without ids, where no SDK is set up, and for one that throws.
 */
function toTraceContext(span: Span, hasBaggage?: boolean): TraceContext | undefined {
  try {
    const { traceId, spanId, traceFlags, traceState } = span.spanContext()
    if (!/[^0]/.test(traceId)) return undefined
    const tracestate = traceState?.serialize()
    const baggage = hasBaggage && readBaggage()
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags & 1 ? '01' : '00'}`,
      ...(tracestate && { tracestate }),
      ...(baggage && { baggage }),
    }
  } catch {
    return undefined
  }
}

function readBaggage(): string {
  const active = activeContext()?.getValue(baggageKey) as Baggage | undefined
  let baggage = ''
  for (const [key, { value, metadata }] of active?.getAllEntries() ?? []) {
    const more = metadata ? `;${metadata.toString()}` : ''
    const member = `${encodeURIComponent(key)}=${encodeURIComponent(value)}${more}`
    const longer = baggage ? `${baggage},${member}` : member
    if (longer.length <= mostChars) baggage = longer
  }
  return baggage
}

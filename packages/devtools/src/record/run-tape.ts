import type { AgentEvent, Agent, EventOf, ModelRequest } from '@ambit/core'
import { readApproval, readQuestion, toError } from './call-notes.ts'
import { findKind } from './find-kind.ts'
import type { Place, RecordedCall, RecordedRequest, RecordedRun } from './recording.ts'

/** The members of a type, which can be written. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Draft<T[Key]> }
    : T

/** The history that tells an edit from a new message. */
export type Family = Pick<Agent['history'], 'has' | 'branches' | 'get'>

/** The events after which a person can act, as far as they are no consequence of a cancel. */
const places =
  /iteration_(?:started|completed)|tool_(?:started|succeeded|failed)|approval_|ask_|retrying/

/** The surroundings of a run. */
export interface TapeOptions {
  readonly family?: Family
  /** The answers to questions, by the ids of the questions. No event has them. */
  readonly answers?: Map<string, unknown>
  /** The most events that are kept. Default: no limit. */
  readonly maxEvents?: number
}

/** A run that is being recorded. Keeps the values of events as they are. */
export class RunTape {
  readonly run: Draft<RecordedRun>
  /** The requests as they were built, for `toJson`. */
  readonly built: Map<object, ModelRequest> = new Map()
  /** The number of events that were too many. */
  dropped = 0
  place: Place | undefined
  readonly #counts = new Map<string, number>()
  readonly #calls = new Map<string, Draft<RecordedCall>>()
  readonly #family: Family | undefined
  readonly #answers: Map<string, unknown> | undefined
  #left: number

  constructor(id: string, { family, answers, maxEvents }: TapeOptions = {}) {
    this.#family = family
    this.#answers = answers
    this.#left = maxEvents ?? Number.POSITIVE_INFINITY
    const lists = { requests: [], calls: [], steered: [], undone: [], settled: [], warnings: [] }
    this.run = { id, kind: 'other', ...lists, status: 'running' }
  }

  /** Takes the next event of the run. `order` numbers the requests of the recording. */
  take(event: AgentEvent, order: () => number): void {
    if (this.#left-- <= 0 && !/completed|failed|cancelled/.test(event.type)) {
      this.dropped++
      return
    }
    this.#note(event)
    const { run } = this
    switch (event.type) {
      case 'agent:started':
        if (event.input !== undefined) run.input = event.input as Draft<RecordedRun>['input']
        if (event.parentRunId) run.parent = event.parentRunId
        return
      case 'agent:iteration_started':
        return this.#request(event, order)
      case 'agent:request_built':
        return this.#build(event)
      case 'agent:request_retrying':
        return void run.requests.at(-1)?.faults.push(toError(event.error))
      case 'agent:iteration_completed':
        return this.#reply(event)
      case 'agent:tool_undone':
        run.undone.push({
          callId: event.callId,
          tool: event.tool,
          ...(event.error && { error: event.error.message }),
        })
        return
      case 'agent:settled':
        return void run.settled.push({ ok: event.ok, why: event.why, ms: event.durationMs })
      case 'agent:warning':
        return void run.warnings.push(event.message)
      case 'agent:message_refused':
        return void run.warnings.push(event.error.message)
      case 'agent:completed':
        return this.#end(event.status, { content: event.content })
      case 'agent:failed':
        return this.#end('failed', { error: toError(event.error) })
      case 'agent:cancelled': {
        const { kind, message } = event.reason
        const after = this.place
        return this.#end('cancelled', { cancelled: { kind, message, after } as never })
      }
      default:
        if ('callId' in event) this.#call(event)
    }
  }

  /** Notes the place of an event. A cancel has consequences, which are no place. */
  #note(event: AgentEvent): void {
    if (!places.test(event.type)) return
    if ('outcome' in event && event.outcome === 'cancelled') return
    if ('by' in event && event.by === 'cancelled') return
    if (event.type === 'agent:iteration_completed' && !event.message.finishReason) return
    const name = event.type.slice('agent:'.length)
    const nth = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, nth)
    this.place = { event: name, nth }
  }

  #request(event: EventOf<'agent:iteration_started'>, order: () => number): void {
    const { run } = this
    const { iteration, provider, modelId } = event
    const said = event.added.filter(
      (message) => message.role === 'user' && !message.source && !message.forModel,
    ) as unknown as { id: string; content: never }[]
    if (run.requests.length === 0) {
      const own = run.input === undefined ? undefined : said.shift()
      if (own) Object.assign(run, { input: own.content, messageId: own.id })
      Object.assign(run, findKind(this.#family, own?.id))
    }
    for (const { id, content } of said) {
      run.steered.push({ messageId: id, content, request: run.requests.length })
    }
    run.requests.push({ order: order(), iteration, model: `${provider}/${modelId}`, faults: [] })
  }

  #build({ iteration, request, tools, ...event }: EventOf<'agent:request_built'>): void {
    const found = this.run.requests.findLast((other) => other.iteration === iteration)
    if (!found) return
    this.built.set(found, request)
    const { contexts, bytes, taint } = event
    Object.assign(found, { contexts, bytes, ...(taint !== undefined && { taint }) })
    const entries = tools.map(({ thrown, ...tool }) =>
      thrown === undefined ? tool : { ...tool, thrown: String(thrown) },
    )
    found.tools = entries as NonNullable<Draft<RecordedRequest>['tools']>
  }

  #reply({ message }: EventOf<'agent:iteration_completed'>): void {
    const { run } = this
    const request = run.requests.at(-1)
    const { id, parts, calls = [], finishReason, usage } = message
    if (run.requests.length === 1 && run.input === undefined) {
      Object.assign(run, findKind(this.#family, undefined, message))
    }
    if (!request) return
    const whole = parts.map((part) => {
      if (part.type !== 'tool-call' || part.input !== undefined) return part
      const call = calls.find((other) => other.id === part.id)
      return { ...part, input: call?.raw ?? call?.arguments }
    })
    request.reply = { messageId: id, parts: whole, finishReason, usage } as never
  }

  #call(event: Extract<AgentEvent, { callId: string }>): void {
    const call = this.#calls.get(event.callId)
    if (event.type === 'agent:tool_started') {
      const { callId, tool, iteration, label, source } = event
      const made = { id: callId, tool, args: event.call.arguments, iteration, label, source }
      const started = { ...made, status: 'running', questions: [] } as Draft<RecordedCall>
      this.#calls.set(callId, started)
      this.run.calls.push(started)
      if (this.run.requests.length === 0) this.run.kind = 'tool'
      return
    }
    if (!call) return
    readApproval(call, event)
    readQuestion(call, event, this.#answers)
    const isOk = event.type === 'agent:tool_succeeded'
    if (!isOk && event.type !== 'agent:tool_failed' && event.type !== 'agent:tool_cancelled') return
    const fallback = isOk ? 'ok' : event.type === 'agent:tool_failed' ? 'error' : 'cancelled'
    call.status = event.message?.status ?? fallback
    if (event.message) call.result = parse(event.message.content)
    else if (isOk) call.result = event.result as never
    if (isOk) call.ms = event.durationMs
  }

  #end(status: RecordedRun['status'], rest: object): void {
    const { run } = this
    if (run.undone.length > 0 && !run.calls.length && !run.requests.length) run.kind = 'undo'
    Object.assign(run, rest, { status })
  }
}

function parse(json: string): never {
  try {
    return JSON.parse(json) as never
  } catch {
    return json as never
  }
}

import { type Agent, type AgentEvent, type BuiltRequest, toModelResult } from '@ambit/core'
import type { AssistantToolCall, EventOf, EventType, PendingItem } from '@ambit/core'
import type {
  Place,
  RecordedCall,
  RecordedError,
  RecordedRequest,
  RecordedRun,
} from './recording.ts'

/** The members of a type, which can be written. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Draft<T[Key]> }
    : T

/** The surroundings of a run. */
export interface TapeOptions {
  /** The history that tells an edit from a new message. */
  readonly history?: Pick<Agent['history'], 'branches' | 'get'>
  /** The answers to questions, by the ids of the questions. No event has them. */
  readonly answers?: ReadonlyMap<string, unknown>
  /** The most events that are kept. */
  readonly maxEvents: number
  /** Returns the number of the next request of the recording. */
  readonly order: () => number
  /** The counter of events that were too many. */
  readonly dropped: { events: number }
}

/** A run that is being recorded. Keeps the values of events as they are. */
export interface RunTape {
  readonly run: Draft<RecordedRun>
  /** The requests that are not written yet, with what they were built from. */
  readonly built: [Draft<RecordedRequest>, BuiltRequest][]
  /** The place after the last event. */
  place: Place | undefined
  /** Takes the next event of the run. */
  take(event: AgentEvent): void
}

type Handlers = {
  readonly [Type in EventType as Type extends `agent:${infer Name}` ? Name : never]?: (
    event: EventOf<Type>,
  ) => unknown
}

/** Creates the record of a run without events. */
export function createTape(id: string, options: TapeOptions): RunTape {
  const { history, answers, maxEvents, dropped, order } = options
  const requests: Draft<RecordedRun['requests']> = []
  const calls: Draft<RecordedCall>[] = []
  const lists = { requests, calls, steered: [], undone: [], settled: [], warnings: [] }
  const run: Draft<RecordedRun> = { id, kind: 'other', ...lists, status: 'running' }
  const built: RunTape['built'] = []
  const counts: Record<string, number> = {}
  const asked: Record<string, Draft<RecordedCall['questions'][number]>> = {}
  /** The calls of the last message. */
  let asking: readonly AssistantToolCall[] = []
  let events = 0

  /** Adds fields to the call of an event. */
  const note = (event: OfCall, fields: object): unknown => Object.assign(callOf(event), fields)
  /** Returns the call of an event. One that ends without a start is added by its end. */
  const callOf = ({ callId, tool, iteration, label, source, call }: OfCall): OwnCall => {
    const isIt = ({ id }: { readonly id: string }): boolean => id === callId
    let own: OwnCall | undefined = calls.find(isIt)
    if (!own) {
      const { arguments: args = {} } = call ?? asking.find(isIt) ?? {}
      const rest = { iteration, label, source, status: 'running', questions: [] }
      calls.push((own = { id: callId, tool, args, ...rest } as never))
    }
    return own
  }
  /** Returns the newest message before this one with the same role and parent. */
  const elderOf = (messageId: string): string | undefined => {
    const own = history?.get(messageId)
    const all = (own && history?.branches(messageId)) ?? []
    return all.slice(0, all.indexOf(messageId)).findLast((other) => {
      const message = history?.get(other)
      return message?.role === own?.role && (message?.role !== 'assistant' || message.finishReason)
    })
  }
  // A call of an agent ends with an answer.
  const end = (event: EventOf<EndOfCall>): void => {
    const { message, durationMs: ms } = event as EventOf<'agent:tool_succeeded'>
    const { status, output } = message ?? {}
    note(event, { status, result: message && toModelResult(message).data, output, ms })
  }

  const handlers: Handlers = {
    started: ({ input, parentRunId: parent }) =>
      Object.assign(run, { input }, parent && { parent, isGuess: undefined }),
    message: ({ message }) => {
      if (message.role !== 'user' || message.source || message.forModel) return
      const { id: messageId, content: input } = message
      if (requests[0] || run.input === undefined || run.messageId) {
        run.steered.push({ messageId, content: input as never, request: requests.length })
      } else {
        const of = elderOf(messageId)
        const kind = of ? 'edit' : history && !history.get(messageId) ? 'execute' : 'chat'
        Object.assign(run, { kind, of, input, messageId })
      }
    },
    request_started: ({ iteration, provider, modelId, built: from }) => {
      if (run.kind === 'other') run.kind = 'retry'
      const model = `${provider}/${modelId}`
      const request = { order: order(), iteration, model, faults: [] } as never
      requests.push(request)
      if (from) built.push([request, from])
    },
    request_retrying: ({ error }) => requests.at(-1)?.faults.push(toError(error)),
    request_completed: ({ message }) => {
      if (!message) return
      const { id: messageId, finishReason, usage } = message
      asking = message.calls ?? []
      const of = run.kind === 'retry' && !requests[1] && elderOf(messageId)
      if (of) Object.assign(run, { kind: 'regenerate', of })
      const parts = message.parts.map((part) => {
        if (part.type !== 'tool-call') return part
        const call = asking.find(({ id: callId }) => callId === part.id)
        return { ...part, input: part.input ?? call?.raw ?? call?.arguments }
      })
      const reply = { messageId, parts, finishReason, usage }
      Object.assign(requests.at(-1) ?? {}, { reply })
    },
    tool_started: (event) => {
      if (!requests[0]) run.kind = 'tool'
      callOf(event)
    },
    pending_added: (event) => {
      const { kind, id: key, message, cause, taint, preview } = event.pending as AnyPending
      if (kind === 'approval') note(event, { approval: { cause, taint, preview } })
      else callOf(event).questions.push((asked[key] = { id: key, message }))
    },
    pending_resolved: (event) => {
      const { kind, outcome, decision, by, edited, reason, remembered, at } = event as AnyResolved
      const key = event.id as string
      if (kind !== 'approval')
        return Object.assign(asked[key] ?? {}, { outcome, answer: answers?.get(key) })
      return note(event, {
        approval: {
          ...callOf(event).approval,
          decision,
          by,
          reason,
          ...(edited && { edited }),
          rememberMs: remembered && by === 'user' ? remembered.until - at : undefined,
        },
      })
    },
    tool_succeeded: end,
    tool_failed: end,
    tool_cancelled: end,
    tool_undone: ({ callId, tool, error }) => {
      if (run.kind === 'other') run.kind = 'undo'
      run.undone.push({ callId, tool, error: error?.message } as never)
    },
    settled: ({ ok, why, durationMs: ms }) => run.settled.push({ ok, why, ms }),
    warning: ({ message }) => run.warnings.push(message),
    completed: ({ status, content }) => Object.assign(run, { status, content }),
    failed: ({ error }) => Object.assign(run, { status: 'failed', error: toError(error) }),
    cancelled: ({ reason: { kind, message } }) => {
      const cancelled = { kind, message, after: tape.place }
      Object.assign(run, { status: 'cancelled', cancelled })
    },
  }

  const tape: RunTape = {
    run,
    built,
    place: undefined,
    take(event) {
      const name = event.type.slice('agent:'.length) as keyof Handlers
      const handle = handlers[name] as RunTape['take'] | undefined
      if (!handle) return
      // The events of the run itself, such as its end, are kept.
      if (++events > maxEvents && 'iteration' in event) return void dropped.events++
      const { outcome, by } = event as { outcome?: unknown; by?: unknown }
      // A user can act there. The consequences of a cancel are not such places.
      if (/_(?:start|add|res|succ|fail|retr)/.test(name) && (outcome ?? by) !== 'cancelled') {
        tape.place = { event: name, nth: (counts[name] = (counts[name] ?? 0) + 1) }
      }
      handle(event)
    },
  }
  return tape
}

/** The fields of both kinds of what waits for the user. */
type AllOf<T> = { readonly kind: string } & Partial<
  Omit<T extends { kind: 'approval' } ? T : never, 'kind'>
> &
  Partial<Omit<T extends { kind: 'question' } ? T : never, 'kind'>>
type AnyPending = AllOf<PendingItem> & { readonly id: string }
type AnyResolved = AllOf<EventOf<'agent:pending_resolved'>> & { readonly at: number }

/** An event of a call. Its start has more than the others. */
type Started = EventOf<'agent:tool_started'>
type OfCall = Pick<Started, 'callId' | 'tool' | 'iteration'> &
  Partial<Pick<Started, 'label' | 'source' | 'call'>>
type OwnCall = Pick<Draft<RecordedCall>, 'approval' | 'questions'>

type EndOfCall = 'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'

/** Returns an error as JSON, without its stack and its body. */
const toError = (error: Error): Draft<RecordedError> => {
  const { name, message, code, kind, isRetryable, status } = error as RecordedError
  return { name, message, code, kind, isRetryable, status } as Draft<RecordedError>
}

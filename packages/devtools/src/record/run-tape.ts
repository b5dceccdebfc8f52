import { type Agent, type AgentEvent, type BuiltRequest, parseToolContent } from '@ambit/core'
import type { EventOf, EventType } from '@ambit/core'
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
  readonly family?: Pick<Agent['history'], 'branches' | 'get'>
  /** The answers to questions, by the ids of the questions. No event has them. */
  readonly answers?: ReadonlyMap<string, unknown>
  /** The most events that are kept. Default: no limit. */
  readonly maxEvents?: number
  /** Returns the number of the next request of the recording. Default: that in the run. */
  readonly order?: () => number
  /** The counter of events that were too many. */
  readonly dropped?: { events: number }
}

/** A run that is being recorded. Keeps the values of events as they are. */
export interface RunTape {
  readonly run: Draft<RecordedRun>
  /** The requests that are not written yet, with what they were built from. */
  readonly built: Map<Draft<RecordedRequest>, BuiltRequest>
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

/** Tells if a person can act after an event. The consequences of a cancel are no such place. */
const isPlace = (event: AgentEvent): boolean => {
  const { outcome, by } = event as { outcome?: unknown; by?: unknown }
  return (
    /_(?:start|request|resol|succe|fail|retry)/.test(event.type) && (outcome ?? by) !== 'cancelled'
  )
}

/** Creates the record of a run without events. */
export function createTape(id: string, options: TapeOptions = {}): RunTape {
  const { family, answers, maxEvents = Infinity, dropped = { events: 0 }, order } = options
  const lists = { requests: [], calls: [], steered: [], undone: [], settled: [], warnings: [] }
  const run: Draft<RecordedRun> = { id, kind: 'other', ...lists, status: 'running' }
  const { requests, calls, steered, undone, settled, warnings } = run
  const built: RunTape['built'] = new Map()
  const counts: Record<string, number> = {}
  const asked: Record<string, Draft<RecordedCall['questions'][number]>> = {}
  let events = 0

  /** Adds fields to the call of an event. */
  const note = (event: { callId: string }, fields: object): unknown =>
    Object.assign(callOf(event) ?? {}, fields)
  const callOf = ({ callId }: { callId: string }): Draft<RecordedCall> | undefined =>
    calls.findLast((call) => call.id === callId)
  /** Returns the newest message before this one with the same role and parent. */
  const elderOf = (messageId: string): string | undefined => {
    const own = family?.get(messageId)
    const all = (own && family?.branches(messageId)) ?? []
    return all.slice(0, all.indexOf(messageId)).findLast((other) => {
      const message = family?.get(other)
      return message?.role === own?.role && (message?.role !== 'assistant' || message.finishReason)
    })
  }
  const end = (event: EventOf<EndOfCall>, fallback: string): void => {
    const { message, durationMs: ms } = event as EventOf<'agent:tool_succeeded'>
    const { status = fallback, output } = message ?? {}
    note(event, { status, result: message && parseToolContent(message), output, ms })
  }

  const handlers: Handlers = {
    started: ({ input, parentRunId: parent }) =>
      Object.assign(run, { input }, parent && { parent, isGuess: undefined }),
    iteration_started: ({ iteration, provider, modelId, added }) => {
      for (const message of added) {
        if (message.role !== 'user' || message.source || message.forModel) continue
        const { id: messageId, content: input } = message
        if (requests[0] || run.input === undefined || run.messageId) {
          steered.push({ messageId, content: input as never, request: requests.length })
        } else {
          const of = elderOf(messageId)
          const kind = of ? 'edit' : family && !family.get(messageId) ? 'execute' : 'chat'
          Object.assign(run, { kind, of, input, messageId })
        }
      }
      if (run.kind === 'other') run.kind = 'retry'
      requests.push({
        order: order?.() ?? requests.length,
        iteration,
        model: `${provider}/${modelId}`,
        faults: [],
      })
    },
    request_built: (event) => void built.set(requests.at(-1) as never, event),
    request_retrying: ({ error }) => requests.at(-1)?.faults.push(toError(error)),
    iteration_completed: ({ message }) => {
      const { id: messageId, finishReason, usage } = message
      const of = run.kind === 'retry' && !requests[1] && elderOf(messageId)
      if (of) Object.assign(run, { kind: 'regenerate', of })
      const reply = { messageId, parts: withInputs(message), finishReason, usage }
      Object.assign(requests.at(-1) ?? {}, { reply })
    },
    tool_started: ({ callId, call, tool, iteration, label, source }) => {
      if (!requests[0]) run.kind = 'tool'
      const rest = { iteration, label, source, status: 'running', questions: [] }
      calls.push({ id: callId, tool, args: call.arguments, ...rest } as never)
    },
    approval_requested: (event) => {
      const { cause, taint, preview } = event.request
      note(event, { approval: { cause, taint, preview } })
    },
    approval_resolved: (event) => {
      const { decision, by, original, reason, remembered, at } = event
      note(event, {
        approval: {
          ...callOf(event)?.approval,
          decision,
          by,
          reason,
          ...(original && { args: event.args, isEdited: true }),
          rememberMs: remembered && by === 'person' ? remembered.until - at : undefined,
        },
      })
    },
    ask_requested: (event) => {
      const { askId: id, message } = event
      callOf(event)?.questions.push((asked[id] = { id, message }))
    },
    ask_resolved: ({ askId, outcome }) =>
      Object.assign(asked[askId] ?? {}, { outcome, answer: answers?.get(askId) }),
    tool_succeeded: (event) => end(event, 'ok'),
    tool_failed: (event) => end(event, 'error'),
    tool_cancelled: (event) => end(event, 'cancelled'),
    tool_undone: ({ callId, tool, error }) => {
      if (run.kind === 'other') run.kind = 'undo'
      undone.push({ callId, tool, error: error?.message } as never)
    },
    settled: ({ ok, why, durationMs: ms }) => settled.push({ ok, why, ms }),
    warning: ({ message }) => warnings.push(message),
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
      if (isPlace(event)) {
        const nth = (counts[name] = (counts[name] ?? 0) + 1)
        tape.place = { event: name, nth }
      }
      handle(event)
    },
  }
  return tape
}

type EndOfCall = 'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'

/** Returns the parts of a message, in which calls have their arguments. */
const withInputs = ({ parts, calls }: EventOf<'agent:iteration_completed'>['message']) =>
  parts.map((part) => {
    if (part.type !== 'tool-call') return part
    const call = calls?.find(({ id }) => id === part.id)
    return { ...part, input: part.input ?? call?.raw ?? call?.arguments }
  })

/** Returns an error as JSON, without its stack and its body. */
const toError = (error: Error): Draft<RecordedError> => {
  const { name, message, code, isRetryable, status } = error as RecordedError
  return { name, message, code, isRetryable, status } as Draft<RecordedError>
}

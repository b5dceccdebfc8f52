// The reasons: decisions/0042.
import {
  type Agent,
  type AgentEvent,
  checkOptions,
  type Message,
  type ToolMessage,
} from '@ambit/core'
import type { Redaction } from '@ambit/core/redaction'
import type { RecordedRun, Recording } from './recording.ts'
import { createTape, type RunTape } from './run-tape.ts'
import {
  createWriter,
  type Known,
  noTables,
  type RunWriter,
  type Tables,
  type Written,
} from './to-json.ts'
import { toPlain } from './to-plain.ts'

/** An event that may have added a message to the history. */
interface Adding {
  readonly message?: Partial<Message>
}

type During = RecordedRun['during']

/** The options of a recorder. */
export interface RecordOptions {
  /**
   * `full` also keeps the whole prompt of each request, each message once. Prompts hold what the
   * page showed. Default `meta`.
   */
  readonly requests?: 'meta' | 'full' | undefined
  /** The removal of secrets. Default: that of the agent. Forms of keys are removed in any case. */
  readonly redaction?: Redaction | undefined
  /** The most events of one run. Later ones are dropped and counted. Default 10,000. */
  readonly maxEvents?: number | undefined
  /**
   * The most characters of JSON of all runs. The oldest runs are dropped and counted. Default
   * 4,000,000.
   */
  readonly maxBytes?: number | undefined
}

/** A recorder that listens to an agent. */
export interface Recorder {
  /** The recording so far: JSON data without secrets, new with each reading. */
  readonly recording: Recording
  /** Ends the recording. What was recorded stays. */
  stop(): void
}

/**
 * Records what an agent does from now on, and why. A run that goes on is recorded from its start,
 * without its requests so far.
 *
 * Reads no predicate and changes nothing: it hears events, and the answers that the user gives.
 */
export function record(agent: Agent, options: RecordOptions = {}): Recorder {
  checkOptions('`record`', options, {
    maxBytes: '',
    maxEvents: '',
    redaction: '',
    requests: '=meta =full',
  })
  const {
    requests,
    redaction = agent.redaction,
    maxEvents = 10_000,
    maxBytes = 4_000_000,
  } = options
  const { history, queue, sessions } = agent
  const startedAt = Date.now()
  let before = history.messages
  const writers = new Map<string, RunWriter>()
  /** The run that went on when a chat was queued, by the id of that chat. */
  const queued = new Map<string, During>()
  const answers = new Map<string, unknown>()
  const known: Known = new Map()
  const dropped = { runs: 0, events: 0 }
  let orders = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const findTape = (): RunTape | undefined => writers.get(agent.getState().runId as string)?.tape
  /** Returns the run that goes on, and its place, for another that the user starts. */
  const findDuring = (): During => {
    const { run, place } = findTape() ?? {}
    return run?.status === 'running' ? { run: run.id, after: place } : undefined
  }
  /**
   * Writes what is new. Drops the oldest runs if all are too large, and a run that cannot be
   * written. Returns the runs, those that go on only if they are wanted. Never throws: a timer
   * calls it.
   */
  const tidy = (isRead?: boolean): Written[] => {
    timer = undefined
    let all = 0
    return [...writers].reverse().flatMap(([id, { tape, write, writeRequests }]) => {
      try {
        if (tape.run.status === 'running') {
          if (isRead) return write()
          writeRequests()
          return []
        }
        const written = write()
        if ((all += written.size) <= maxBytes) return written
      } catch {
        // The others can be written.
      }
      writers.delete(id)
      known.clear()
      dropped.runs++
      return []
    })
  }
  const take = (event: AgentEvent): void => {
    const { runId: id, type } = event
    if (type === 'agent:started') {
      const order = (): number => orders++
      const tape = createTape(id, { history, answers, maxEvents, dropped, order })
      const during = queued.get(id) ?? findDuring()
      // A handler that runs has started it, and will in a play.
      const isOfCall = !queued.has(id) && /tool_s|resol/.test(during?.after?.event as string)
      const parent = isOfCall ? during?.run : undefined
      const session = sessions.getState().current
      Object.assign(tape.run, { session, during, parent, isGuess: parent && true })
      writers.set(id, createWriter(tape, redaction, known, requests === 'full'))
    }
    writers.get(id)?.tape.take(event)
    // Later, so that it holds up no request.
    timer ??= setTimeout(tidy, 100)
  }

  const events = agent.run(agent.getState().runId as string)?.events ?? []
  events.forEach(take)
  const late = findTape()?.run
  if (late) {
    late.late = true
    const at = before.findIndex(({ id }) =>
      (events as readonly Adding[]).some(({ message }) => message?.id === id),
    )
    if (at >= 0) before = before.slice(0, at)
  }
  const stops = [
    // Only a handler of the very type gets the request itself.
    agent.on('*', (event) => event.type !== 'agent:request_started' && take(event)),
    agent.on('agent:request_started', take),
    queue.subscribe(({ waiting }) => {
      for (const { runId: id } of waiting) if (!queued.has(id)) queued.set(id, findDuring())
    }),
    hearAnswers(agent, answers),
  ]

  return {
    get recording(): Recording {
      // What stood in place of a result is all that others get of it.
      const { value, files } = toPlain(
        before.map((one) => ((one as ToolMessage).output ? { ...one, content: '' } : one)),
        redaction,
      )
      const written = tidy(true).reverse()
      const tables = { ...noTables(), files }
      for (const one of written) {
        for (const [name, table] of Object.entries(one.tables)) {
          Object.assign(tables[name as keyof Tables], table)
        }
      }
      return {
        ambit: 'recording',
        version: 2,
        agent: agent.name,
        startedAt,
        source: 'agent',
        before: value as Recording['before'],
        runs: written.map(({ run }) => run),
        ...tables,
        dropped: { ...dropped },
      }
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

/**
 * Puts the answers that the user gives to questions into `answers`, because no event has them.
 * Returns a function that ends it.
 */
function hearAnswers({ pending }: Agent, answers: Map<string, unknown>): () => void {
  const answer = pending.answer.bind(pending)
  const heard: typeof answer = (id, value) => {
    answers.set(id, value)
    return answer(id, value)
  }
  pending.answer = heard
  return () => {
    // Another recorder may have come after this one.
    if (pending.answer === heard) pending.answer = answer
  }
}

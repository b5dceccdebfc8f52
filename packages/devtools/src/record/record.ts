import type { Agent, AgentEvent } from '@ambit/core'
import type { Redaction } from '@ambit/core/redaction'
import type { RecordedRun, Recording } from './recording.ts'
import { createTape } from './run-tape.ts'
import { hearAnswers } from './hear-answers.ts'
import { noTables, RunWriter, type Tables, toPlain } from './to-json.ts'

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
 * Reads no predicate and changes nothing: it hears events, and the answers that the person gives.
 */
export function record(agent: Agent, options: RecordOptions = {}): Recorder {
  const { requests = 'meta', redaction = agent.redaction } = options
  const { maxEvents = 10_000, maxBytes = 4_000_000 } = options
  const { history, activity, queue, sessions } = agent
  const startedAt = Date.now()
  const before = history.messages
  const writers = new Map<string, RunWriter>()
  /** The run that went on when a chat was queued, by the id of that chat. */
  const queued = new Map<string, During>()
  const answers = new Map<string, unknown>()
  const dropped = { runs: 0, events: 0 }
  let orders = 0
  let isWaiting = false

  /** Returns the run that goes on, and its place, for another that the person starts. */
  const findDuring = (): During => {
    const { runId: run = '' } = activity.getState()
    const tape = writers.get(run)?.tape
    return tape?.run.status === 'running' ? { run, after: tape.place } : undefined
  }
  /** Writes what is new, and drops the oldest runs if all are too large. */
  const tidy = (): void => {
    isWaiting = false
    let size = 0
    for (const [id, writer] of [...writers].toReversed()) {
      if (writer.tape.run.status === 'running') writer.writeRequests()
      else if ((size += writer.write().size) > maxBytes && writers.delete(id)) dropped.runs++
    }
  }
  const take = (event: AgentEvent): void => {
    const { runId: id, type } = event
    let writer = writers.get(id)
    if (!writer) {
      if (type !== 'agent:started') return
      const tape = createTape(id, { family: history, answers, maxEvents, dropped })
      const during = queued.get(id) ?? findDuring()
      // A handler that runs has started it, and will in a play.
      const isOfCall = !queued.has(id) && /tool_s|resol/.test(`${during?.after?.event}`)
      const parent = isOfCall ? during?.run : undefined
      Object.assign(tape.run, { session: sessions.getState().current, during, parent })
      writers.set(id, (writer = new RunWriter(tape, requests === 'full', redaction)))
    }
    writer.tape.take(event, () => orders++)
    // Later, so that it holds up no request.
    if (!isWaiting) setTimeout(tidy, 100)
    isWaiting = true
  }

  const { runId = '' } = activity.getState()
  agent.run(runId)?.events.forEach(take)
  Object.assign(writers.get(runId)?.tape.run ?? {}, { late: true })
  const stops = [
    agent.on('*', take),
    agent.on('agent:request_built', take),
    queue.subscribe(({ waiting }) => {
      for (const { runId: id } of waiting) if (!queued.has(id)) queued.set(id, findDuring())
    }),
    hearAnswers(agent, (id, value) => answers.set(id, value)),
  ]

  return {
    get recording(): Recording {
      tidy()
      const runs = [...writers.values()].map((writer) => writer.write().run)
      const earlier = toPlain(before, redaction)
      const tables = { ...noTables(), files: earlier.files }
      for (const writer of writers.values()) {
        for (const name of Object.keys(tables) as (keyof Tables)[]) {
          Object.assign(tables[name], writer.tables[name])
        }
      }
      return {
        ambit: 'recording',
        version: 1,
        agent: agent.name,
        startedAt,
        source: 'agent',
        before: earlier.value as Recording['before'],
        runs,
        ...tables,
        dropped: { ...dropped },
      }
    },
    stop: () => stops.splice(0).forEach((stop) => stop()),
  }
}

import type { Agent, AgentEvent, EventType } from '@ambit/core'
import type { Redaction } from '@ambit/core/redaction'
import type { Recording } from './recording.ts'
import { RunTape } from './run-tape.ts'
import { hearAnswers } from './hear-answers.ts'
import { toJson, toPlain, type WrittenRun } from './to-json.ts'

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

const heard =
  'started iteration_started request_built iteration_completed tool_started approval_requested approval_resolved ask_requested ask_resolved tool_succeeded tool_failed tool_cancelled tool_undone settled request_retrying message_refused warning completed failed cancelled'
    .split(' ')
    .map((name) => `agent:${name}` as EventType)

/**
 * Records what an agent does from now on, and why. A run that goes on is recorded from its start,
 * without its requests so far.
 *
 * Reads no predicate and changes nothing: it hears events, and the answers that the person gives.
 */
export function record(agent: Agent, options: RecordOptions = {}): Recorder {
  const { requests = 'meta', redaction = agent.redaction } = options
  const { maxEvents = 10_000, maxBytes = 4_000_000 } = options
  const write = { isFull: requests === 'full', redaction }
  const tapes = new Map<string, RunTape>()
  const written = new Map<RunTape, WrittenRun>()
  const queued = new Map<string, object>()
  const answers = new Map<string, unknown>()
  const startedAt = Date.now()
  const before = agent.history.messages
  let dropped = 0
  let orders = 0
  let size = 0
  const nextOrder = (): number => orders++

  /** Returns the run that goes on, and its place, for another that the person starts. */
  const findDuring = (id: string): object | undefined => {
    const { runId } = agent.activity.getState()
    const tape = runId === undefined || runId === id ? undefined : tapes.get(runId)
    return tape?.run.status === 'running' ? { run: runId, after: tape.place } : undefined
  }
  const end = (tape: RunTape): void => {
    const run = toJson(tape, write)
    tape.built.clear()
    written.set(tape, run)
    size += run.size
    for (const [id, oldest] of tapes) {
      if (size <= maxBytes) break
      const gone = written.get(oldest)
      if (!gone) continue
      size -= gone.size
      written.delete(oldest)
      tapes.delete(id)
      dropped++
    }
  }
  const take = (event: AgentEvent): void => {
    const { runId, type } = event
    let tape = tapes.get(runId)
    if (!tape) {
      if (type !== 'agent:started') return
      tape = new RunTape(runId, { family: agent.history, answers, maxEvents })
      const during = queued.get(runId) ?? findDuring(runId)
      Object.assign(tape.run, { session: agent.sessions.getState().current, during })
      tapes.set(runId, tape)
    }
    tape.take(event, nextOrder)
    if (tape.run.status !== 'running') end(tape)
  }

  const { runId = '' } = agent.activity.getState()
  for (const event of agent.run(runId)?.events ?? []) take(event)
  const late = tapes.get(runId)
  if (late) late.run.late = true
  const stops = heard.map((type) => agent.on(type, take))
  stops.push(
    agent.queue.subscribe(({ waiting }) => {
      for (const { runId } of waiting) {
        const during = queued.has(runId) ? undefined : findDuring(runId)
        if (during) queued.set(runId, during)
      }
    }),
    hearAnswers(agent, (id, value) => answers.set(id, value)),
  )

  return {
    get recording(): Recording {
      const runs = [...tapes.values()].map((tape) => written.get(tape) ?? toJson(tape, write))
      const events = [...tapes.values()].reduce((sum, tape) => sum + tape.dropped, 0)
      const files: Record<string, string> = {}
      const { value } = toPlain(before, redaction, files)
      const join = (of: (run: WrittenRun) => object) => Object.assign({}, ...runs.map(of))
      return {
        ambit: 'recording',
        version: 1,
        agent: agent.name,
        startedAt,
        source: 'agent',
        ...(before.length > 0 && { before: value as Recording['before'] & {} }),
        runs: runs.map(({ run }) => run),
        definitions: join((run) => run.definitions),
        messages: join((run) => run.messages),
        files: { ...files, ...join((run) => run.files) },
        ...((dropped > 0 || events > 0) && { dropped: { runs: dropped, events } }),
      }
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

import type { Agent, AgentEvent, Run } from '@ambit/core'
import type { Place, RecordedRun, Recorder, Recording } from '@ambit/devtools/record'
import { cancelAsRecorded } from './cancel.ts'
import { toInput } from './content.ts'
import { type Cursor, toRoots } from './cursor.ts'
import type { Drift } from './drift.ts'
import { findMessage, findUndo } from './find-ids.ts'
import { Person } from './person.ts'
import type { PlayOptions } from './play-options.ts'
import { hearPlaces } from './places.ts'

interface PlayerParts {
  readonly agent: Agent
  readonly was: Recording
  readonly recorder: Recorder
  readonly drift: Drift
  readonly options: PlayOptions
  readonly cursor: Cursor | undefined
}

/** The player of a recording. It starts what the person started, in the same order. */
export class Player {
  readonly #parts: PlayerParts
  readonly #person: Person
  /** The id of the new run for each recorded one that was started. */
  readonly #started = new Map<string, string>()
  /** The recorded run of each new one, also of the runs inside it. */
  readonly #recorded = new Map<string, string>()
  readonly #sessions = new Map<string, string>()
  readonly #stops: (() => void)[]
  readonly #top: readonly RecordedRun[]
  /** The recorded run that is being started: its first events may come before its id is known. */
  #launching: string | undefined

  constructor(parts: PlayerParts) {
    this.#parts = parts
    const { agent, was, cursor, options, drift } = parts
    const roots = toRoots(was.runs)
    this.#top = was.runs.filter(({ parent }) => parent === undefined)
    this.#person = new Person(
      agent,
      (runId) => {
        const root = this.#recorded.get(runId)
        return was.runs.filter(({ id }) => roots.get(id) === root).flatMap(({ calls }) => calls)
      },
      options.clock,
      (tool, words) => drift.add(`tool "${tool}"`, '', `refuses the recorded answer: ${words}`),
    )
    const follow = ({ rootRunId, runId, type }: AgentEvent): void => {
      const recorded = this.#recorded.get(rootRunId) ?? this.#launching
      if (recorded === undefined) return
      this.#recorded.set(rootRunId, recorded)
      this.#recorded.set(runId, recorded)
      // A run that starts may ask nothing, such as an undo during a chat.
      if (type !== 'agent:started') cursor?.moveTo(recorded)
    }
    this.#stops = [
      agent.on('agent:started', follow),
      agent.on('agent:iteration_started', follow),
      agent.on('agent:request_retrying', follow),
    ]
  }

  /** Plays all runs of the person. */
  async play(): Promise<void> {
    const ids = new Set(this.#top.map(({ id }) => id))
    for (const [index, run] of this.#top.entries()) {
      if (run.during && ids.has(run.during.run)) continue
      await this.#parts.options.beforeRun?.(run, index)
      await this.#openSession(run)
      await this.#playRun(run)
    }
  }

  stop(): void {
    this.#person.stop()
    for (const stop of this.#stops) stop()
  }

  /** Returns the new run for each recorded one, as far as it was started. */
  pairs(is: Recording): Map<string, RecordedRun> {
    const pairs = new Map<string, RecordedRun>()
    const childrenOf = (runs: readonly RecordedRun[], id: string): RecordedRun[] =>
      runs.filter(({ parent }) => parent === id)
    const pair = (was: RecordedRun, now: RecordedRun | undefined): void => {
      if (!now) return
      pairs.set(was.id, now)
      const inside = childrenOf(is.runs, now.id)
      childrenOf(this.#parts.was.runs, was.id).forEach((child, at) => pair(child, inside[at]))
    }
    for (const run of this.#top) {
      const id = this.#started.get(run.id)
      pair(
        run,
        is.runs.find((other) => other.id === id),
      )
    }
    return pairs
  }

  /** Begins a new session where the person did. */
  async #openSession({ session }: RecordedRun): Promise<void> {
    const { agent } = this.#parts
    if (session === undefined || this.#sessions.has(session)) return
    if (this.#sessions.size > 0) await agent.sessions.create()
    this.#sessions.set(session, agent.sessions.getState().current)
  }

  async #playRun(was: RecordedRun): Promise<void> {
    const { agent, was: whole } = this.#parts
    const leave = this.#person.attend(was)
    const inside: Promise<void>[] = []
    const waiting = new Set(this.#top.filter(({ during }) => during?.run === was.id))
    const begin = (child: RecordedRun): void => {
      if (waiting.delete(child)) inside.push(this.#playRun(child))
    }
    this.#launching = was.id
    const run = this.#launch(was)
    this.#launching = undefined
    if (!run) return leave()
    this.#started.set(was.id, run.id)
    this.#recorded.set(run.id, was.id)
    const steer = (request: number): void => {
      for (const { content, request: first } of was.steered) {
        if (first !== request) continue
        const input = toInput(content, whole.files) ?? ''
        agent.chat(input, { onBusy: 'steer' }).catch(() => undefined)
      }
    }
    const stopHearing = hearPlaces(agent, run, (place) => {
      for (const child of waiting) if (isAt(child.during?.after, place)) begin(child)
      if (place.event === 'iteration_started') steer(place.nth)
    })
    const stopCancel = cancelAsRecorded(agent, run, was)
    for (const child of waiting) if (!child.during?.after) begin(child)
    if (was.requests.length > 0) steer(0)
    // The run is over before a handler of its last event could start another.
    await run.result.then(
      () => undefined,
      () => undefined,
    )
    stopHearing()
    stopCancel()
    for (const child of waiting) begin(child)
    await Promise.all(inside)
    leave()
  }

  /** Starts a run as the person did. Returns undefined if it cannot be started. */
  #launch(was: RecordedRun): Run<unknown> | undefined {
    const { agent, was: whole, recorder } = this.#parts
    const { kind, calls, of } = was
    const input = toInput(was.input, whole.files) ?? ''
    const onBusy = was.during ? { onBusy: 'queue' as const } : {}
    const newId = (): string | undefined =>
      of === undefined ? undefined : findMessage(of, whole, this.pairs(recorder.recording))
    switch (kind) {
      case 'chat':
        return agent.chat(input, onBusy)
      case 'edit':
        return agent.history.edit(newId() ?? '', input, onBusy)
      case 'regenerate':
        return agent.history.regenerate(newId(), onBusy)
      case 'retry':
        return agent.retry(onBusy)
      case 'execute':
        return agent.execute(input)
      case 'tool': {
        const [call] = calls
        if (!call) return undefined
        const source =
          call.source === undefined ? {} : { source: call.source, taint: 'a recording' }
        return agent.runTool(call.tool, call.args as Record<string, unknown>, source)
      }
      case 'undo':
        return agent.undo(findUndo(was, whole, this.pairs(recorder.recording)))
      default:
        return undefined
    }
  }
}

const isAt = (after: Place | undefined, place: Place): boolean =>
  after?.event === place.event && after.nth === place.nth

import type { Agent, AgentEvent, CancelReason, Run } from '@ambit/core'
import type { Place, RecordedRun, Recorder, Recording } from '@ambit/devtools/record'
import { toInput } from './content.ts'
import { type Cursor, toRoots } from './cursor.ts'
import type { Drift } from './drift.ts'
import { isAlike, pairRuns, type Pairs } from './pair-runs.ts'
import { User } from './user.ts'
import type { PlayOptions } from './play-options.ts'
import type { Same } from './same.ts'
import { ToolWait, wasThere } from './tool-wait.ts'
import { sleep, Watch } from './watch.ts'

interface PlayerParts {
  readonly agent: Agent
  readonly was: Recording
  readonly recorder: Recorder
  readonly drift: Drift
  readonly options: PlayOptions
  readonly cursor: Cursor | undefined
  readonly same: Same
}

/** The player of a recording. It starts what the user started, in the same order. */
export class Player {
  readonly #parts: PlayerParts
  readonly #user: User
  readonly #watch: Watch
  readonly #tools: ToolWait
  #waitMs: number
  /** The id of the new run for each recorded one that was started. */
  readonly #started = new Map<string, string>()
  /** The recorded run of each new one, also of the runs inside it. */
  readonly #recorded = new Map<string, string>()
  readonly #sessions = new Map<string, string>()
  readonly #stop: () => void
  readonly #leave: () => void
  readonly #top: readonly RecordedRun[]
  /** The recorded run that is being started: its first events may come before its id is known. */
  #launching: string | undefined

  constructor(parts: PlayerParts) {
    this.#parts = parts
    const { agent, was, cursor, options, drift, same } = parts
    const { waitMs = 3000, clock } = options
    this.#waitMs = waitMs
    this.#watch = new Watch(agent)
    this.#tools = new ToolWait(agent, Math.min(waitMs, 1000))
    cursor?.waitForTools((names) => this.#tools.for(names))
    const roots = toRoots(was.runs)
    this.#top = was.runs.filter(({ parent }) => parent === undefined)
    this.#user = new User({
      agent,
      callsOf: (runId) => {
        const recorded = this.#recorded.get(runId) ?? ''
        const root = roots.get(recorded)
        return was.runs.filter(({ id }) => roots.get(id) === root).flatMap(({ calls }) => calls)
      },
      clock,
      same,
      onLost: (tool, words) => drift.add(`tool "${tool}"`, '', words),
    })
    const follow = ({ rootRunId, runId, type }: AgentEvent): void => {
      const recorded = this.#recorded.get(rootRunId) ?? this.#launching
      if (recorded === undefined) return
      this.#recorded.set(rootRunId, recorded)
      this.#recorded.set(runId, recorded)
      // A run that starts may ask nothing, such as an undo during a chat.
      if (type !== 'agent:started') cursor?.moveTo(this.#find(runId, rootRunId, recorded))
    }
    // What comes after the request of a call is not what the model was shown.
    this.#leave = agent.use({
      name: 'replay',
      call: async (_at, next) => {
        const result = await next()
        await cursor?.waitForNext()
        return result
      },
    })
    // With `*`, the recorder has each event before.
    this.#stop = agent.on('*', (event) => {
      if (!asking.has(event.type)) return
      follow(event)
      if (event.type === 'agent:request_retrying') void clock?.advance(event.delayMs)
    })
  }

  /** Plays all runs of the user. */
  async play(): Promise<void> {
    const ids = new Set(this.#top.map(({ id }) => id))
    for (const [index, run] of this.#top.entries()) {
      if (run.during && ids.has(run.during.run)) continue
      await this.#parts.options.beforeRun?.(run, index)
      await this.#openSession(run)
      await this.#waitForTools(run)
      await this.#playRun(run)
    }
  }

  stop(): void {
    this.#user.stop()
    this.#watch.stop()
    this.#stop()
    this.#leave()
  }

  /** Returns the new run for each recorded one, as far as it was started. */
  pairs(is: Recording): Pairs {
    return pairRuns(this.#parts.was.runs, is.runs, this.#started)
  }

  /** Returns the id of the recorded run of a new one; empty if there is none. */
  #find(runId: string, rootRunId: string, recorded: string): string {
    if (runId === rootRunId) return recorded
    const pairs = this.pairs(this.#parts.recorder.recording)
    return [...pairs].find(([, now]) => now.id === runId)?.[0] ?? ''
  }

  /** Opens the session in which the user was. */
  async #openSession({ session }: RecordedRun): Promise<void> {
    const { sessions } = this.#parts.agent
    if (session === undefined) return
    const known = this.#sessions.get(session)
    if (known === undefined) {
      if (this.#sessions.size > 0) await sessions.create()
      this.#sessions.set(session, sessions.getState().current)
    } else if (known !== sessions.getState().current) {
      // Without a storage it cannot be opened again.
      await sessions.open(known).catch(() => undefined)
    }
  }

  /** Waits for the tools that the page had when the user began. */
  async #waitForTools({ requests, kind, calls }: RecordedRun): Promise<void> {
    const list = this.#parts.was.toolLists[requests[0]?.tools ?? ''] ?? []
    const own = kind === 'tool' ? calls.filter(wasThere).map(({ tool }) => tool) : []
    await this.#tools.for([...own, ...list.filter(({ on }) => on).map(({ name }) => name)])
  }

  async #playRun(was: RecordedRun): Promise<void> {
    const { agent, was: whole, recorder } = this.#parts
    const leave = this.#user.attend(was)
    this.#launching = was.id
    const run = launch(agent, was, whole, () => this.pairs(recorder.recording))
    this.#launching = undefined
    if (!run) return leave()
    this.#started.set(was.id, run.id)
    this.#recorded.set(run.id, was.id)
    const others = this.#playOthers(was, run)
    const stopCancel = cancelAsRecorded(agent, run, was)
    await this.#waitForEnd(was, run)
    stopCancel()
    await others()
    leave()
  }

  /** Starts and steers what the user did while a run went on. Returns a function for its end. */
  #playOthers(was: RecordedRun, run: Run<unknown>): () => Promise<unknown> {
    const { agent, was: whole } = this.#parts
    const inside: Promise<void>[] = []
    const top = this.#top.filter(({ during }) => during?.run === was.id)
    const waiting = new Set(top)
    const guesses = new Set(
      whole.runs.filter(({ parent, isGuess }) => isGuess && parent === was.id),
    )
    const due = new Set<RecordedRun>()
    const begin = (child: RecordedRun): void => {
      if (waiting.delete(child)) inside.push(this.#playRun(child))
    }
    /** Begins what the app should have started at an earlier place, if it does not now. */
    const beginDue = async (): Promise<void> => {
      const late = [...due]
      due.clear()
      if (late.length > 0) await sleep(20)
      for (const child of late) {
        if (!this.#isStartedByApp(child, run)) await this.#playRun(child)
      }
    }
    const steer = (request: number): void => {
      for (const { content, request: first } of was.steered) {
        if (first !== request) continue
        const input = toInput(content, whole.files) ?? ''
        agent.chat(input, { onBusy: 'steer' }).catch(() => undefined)
      }
    }
    const stopHearing = hearPlaces(agent, run, (place) => {
      if (isPlace(place.event)) inside.push(beginDue())
      for (const child of waiting) if (isAt(child.during?.after, place)) begin(child)
      for (const child of guesses) {
        if (!isAt(child.during?.after, place) || !guesses.delete(child)) continue
        due.add(child)
        // A handler may wait for it.
        void sleep(1000).then(() => inside.push(beginDue()))
      }
      if (place.event === 'request_started') steer(place.nth)
    })
    for (const child of waiting) if (!child.during?.after) begin(child)
    if (was.requests.length > 0) steer(0)
    return () => {
      stopHearing()
      for (const child of guesses) due.add(child)
      inside.push(beginDue())
      for (const child of waiting) begin(child)
      return Promise.all(inside)
    }
  }

  /** Whether the app has started a run like this one in its place. */
  #isStartedByApp(was: RecordedRun, parent: Run<unknown>): boolean {
    const { recording } = this.#parts.recorder
    const taken = new Set(
      [...this.pairs(recording)].flatMap(([id, { id: now }]) => (id === was.id ? [] : [now])),
    )
    return recording.runs.some(
      (run) => run.parent === parent.id && !taken.has(run.id) && isAlike(run, was),
    )
  }

  /** Waits for the end of a run. Cancels one that does nothing for too long. */
  async #waitForEnd(was: RecordedRun, run: Run<unknown>): Promise<void> {
    const { drift, was: whole, recorder } = this.#parts
    // Its recording ended before it did.
    const isCut = was.status === 'running'
    const ms = isCut ? Math.min(this.#waitMs, 300) : this.#waitMs
    if (await this.#watch.until(run.result, ms)) return
    if (!isCut) {
      const now = recorder.recording.runs.find(({ id }) => id === run.id)
      const { at, words } = now ? describeStuck(now, ms) : { at: '', words: 'does not begin' }
      drift.add(`run ${whole.runs.indexOf(was) + 1}`, at, words)
    }
    // The test itself has a limit, which has no words. What comes now hardly matters.
    if (!isCut) this.#waitMs = Math.min(this.#waitMs, 300)
    run.cancel({ kind: 'manual', message: 'the play went on' })
    await this.#watch.until(run.result, 300)
  }
}

/** The events with which a run starts, or asks the model. */
const asking = new Set<string>(['agent:started', 'agent:request_started', 'agent:request_retrying'])

const isAt = (after: Place | undefined, place: Place): boolean =>
  after?.event === place.event && after.nth === place.nth

/**
 * Cancels a run where the user did: after the same text of a reply, or after the same event.
 * Does nothing for a run that they did not cancel. Returns a function that ends it.
 */
function cancelAsRecorded(agent: Agent, run: Run<unknown>, was: RecordedRun): () => void {
  const { status, cancelled, requests } = was
  const kind = cancelled?.kind ?? 'user'
  if (status !== 'cancelled' || (kind !== 'user' && kind !== 'manual')) return () => undefined
  const cancel = (): void => {
    const message = cancelled?.message
    run.cancel({ kind: kind as CancelReason['kind'], ...(message !== undefined && { message }) })
  }
  const last = requests.at(-1)
  if (!last || last.reply?.finishReason !== undefined) {
    const after = cancelled?.after
    if (after) {
      return hearPlaces(agent, run, ({ event, nth }) => {
        if (event === after.event && nth === after.nth) cancel()
      })
    }
    // It was cancelled in the queue.
    queueMicrotask(cancel)
    return () => undefined
  }
  let left = lengthOf(last.reply?.parts ?? [])
  const take = (event: AgentEvent): void => {
    if (event.runId !== run.id || !('iteration' in event)) return
    if (event.iteration !== last.iteration) return
    if (event.type === 'agent:delta' && event.of !== 'call') left -= event.text.length
    if (left <= 0) queueMicrotask(cancel)
  }
  run.events.forEach(take)
  const stops = [agent.on('agent:request_started', take), agent.on('agent:delta', take)]
  return () => stops.forEach((stop) => stop())
}

const lengthOf = (parts: readonly { readonly type: string }[]): number =>
  parts.reduce((sum, part) => sum + ('text' in part ? String(part.text).length : 0), 0)

/** Describes what a run that does nothing waits for: its place, and words that tell what to do. */
function describeStuck(run: RecordedRun, ms: number): { at: string; words: string } {
  const isOver = `so \`play\` stopped it after ${ms} ms in which nothing happened. `
  const at = run.calls.findLastIndex(({ status }) => status === 'running')
  const call = run.calls[at]
  if (call) {
    const isAsked = call.approval && call.approval.decision === undefined
    const isQuestioned = call.questions.some(({ outcome }) => outcome === undefined)
    const what = isAsked
      ? 'waits for an approval that is not in the recording'
      : isQuestioned
        ? 'waits for an answer that is not in the recording'
        : 'does not end'
    const place = `call ${at + 1} (${call.tool})`
    return { at: place, words: `${what}, ${isOver}If it needs more time, give \`waitMs\`.` }
  }
  const request = run.requests.at(-1)
  if (!request) {
    return { at: '', words: `does not begin, ${isOver}If it needs more time, give \`waitMs\`.` }
  }
  const place = `request ${run.requests.length}`
  return request.faults.length > 0
    ? {
        at: place,
        words: `is not tried again, ${isOver}If the agent has a fake clock, give it as \`clock\`.`,
      }
    : { at: place, words: `does not end, ${isOver}If it needs more time, give \`waitMs\`.` }
}

/** Starts a run as the user did. Returns undefined if it cannot be started. */
function launch(
  agent: Agent,
  was: RecordedRun,
  whole: Recording,
  pairs: () => Pairs,
): Run<unknown> | undefined {
  const { kind, calls, of } = was
  const input = toInput(was.input, whole.files) ?? ''
  const onBusy = was.during ? { onBusy: 'queue' as const } : {}
  const verbs = agent.with(onBusy)
  const newId = (): string | undefined =>
    of === undefined ? undefined : findMessage(of, whole, pairs())
  switch (kind) {
    case 'chat':
      return agent.chat(input, onBusy)
    case 'edit':
      return agent.chat(input, { replaces: newId() ?? '', ...onBusy })
    case 'regenerate':
      return verbs.resume({ from: newId() })
    case 'retry':
      return verbs.resume()
    case 'execute':
      return agent.execute(input)
    case 'tool': {
      const [call] = calls
      if (!call) return undefined
      const source = call.source === undefined ? {} : { source: call.source, taint: 'a recording' }
      return agent.runTool(call.tool, call.args as Record<string, unknown>, source)
    }
    case 'undo':
      return agent.undo(findUndo(was, whole, pairs()))
    default:
      return undefined
  }
}

/**
 * Returns the new id of a recorded message. The recorded id itself if no run has it, because it may
 * be of a message before the first run.
 */
function findMessage(id: string, { runs }: Recording, pairs: Pairs): string {
  for (const run of runs) {
    const now = pairs.get(run.id)
    if (run.messageId === id && now?.messageId !== undefined) return now.messageId
    const steered = run.steered.findIndex(({ messageId }) => messageId === id)
    const request = run.requests.findIndex(({ reply }) => reply?.messageId === id)
    const found =
      now?.steered[steered]?.messageId ?? now?.requests[request]?.reply?.messageId ?? undefined
    if (found !== undefined) return found
  }
  return id
}

/** Returns the new id of the call that a recorded undo was for, or of its run if it had several. */
function findUndo({ id, undone }: RecordedRun, { runs }: Recording, pairs: Pairs): string {
  const [first] = undone
  if (!first) return ''
  const earlier = runs.slice(
    0,
    runs.findIndex((run) => run.id === id),
  )
  for (const run of earlier.toReversed()) {
    const at = run.calls.findIndex((call) => call.id === first.callId)
    const now = pairs.get(run.id)
    if (at < 0 || !now) continue
    return undone.length > 1 ? now.id : (now.calls[at]?.id ?? first.callId)
  }
  return first.callId
}

/**
 * Calls `onPlace` for each event of a run, the past ones too, with its type and its number among
 * those of its type. The consequences of a cancel are not places. Returns a function that ends it.
 */
export function hearPlaces(
  agent: Agent,
  run: Run<unknown>,
  onPlace: (place: Place) => void,
): () => void {
  const counts = new Map<string, number>()
  const take = (given: AgentEvent): void => {
    const { type, runId, outcome, by } = given as AgentEvent & { outcome?: unknown; by?: unknown }
    if (runId !== run.id || type === 'agent:delta') return
    // The recorder does not count them either.
    if ((outcome ?? by) === 'cancelled') return
    const event = type.slice('agent:'.length)
    const nth = (counts.get(event) ?? 0) + 1
    counts.set(event, nth)
    onPlace({ event, nth })
  }
  run.events.forEach(take)
  return agent.on('*', take)
}

/** Whether a user can have acted after an event, so that a recording may have it as a place. */
const isPlace = (event: string): boolean => /_(?:start|added|resol|succe|fail|retry)/.test(event)

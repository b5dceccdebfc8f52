import { noUsage, type UsageTotal } from '../model/usage.ts'
import type { State } from '../register.ts'
import type { Artifact } from '../tools/context.ts'
import { Store } from './store.ts'

/** An artifact, and the call that gave it. */
export interface SessionArtifact extends Artifact {
  readonly runId: string
  /** The id of the call in the conversation: of one that runs others, for what these gave. */
  readonly callId: string
  /** The tool that gave it. */
  readonly tool: string
}

/** The artifacts that tools of the open session gave the page: a zustand store. */
export class Artifacts extends Store<readonly SessionArtifact[]> {
  constructor() {
    super([])
  }

  /** Replaces all artifacts by those of another session. Default: none. */
  reset(artifacts: readonly SessionArtifact[] = []): void {
    this.setState(artifacts, true)
  }

  /** Adds an artifact. It replaces an artifact of the same id and run. */
  add(artifact: SessionArtifact): void {
    const artifacts = this.getState()
    const at = artifacts.findIndex(
      ({ id, runId }) => id === artifact.id && runId === artifact.runId,
    )
    this.setState(at < 0 ? [...artifacts, artifact] : artifacts.with(at, artifact), true)
  }
}

/** The state of a session, which its tools and the page share: a zustand store. */
export class SessionState extends Store<State> {
  /** What was set since the state was last stored; undefined if nothing was. */
  unstored: Partial<State> | undefined
  /** The stored state that was last loaded, as JSON. */
  #loaded: string | undefined

  constructor() {
    super({} as State)
  }

  /** Merges a change into the state. */
  set(change: Partial<State>): void {
    this.unstored = { ...this.unstored, ...change }
    this.#loaded = undefined
    this.setState({ ...(this.getState() as object), ...change } as State, true)
  }

  /** Takes the state that is stored. What was set since stays. */
  load(stored: object): void {
    const loaded = JSON.stringify(stored)
    if (loaded === this.#loaded) return
    this.#loaded = loaded
    this.setState({ ...stored, ...this.unstored } as State, true)
  }

  /** Takes the state of another session. */
  reset(from: SessionState): void {
    this.unstored = from.unstored
    this.#loaded = from.#loaded
    this.setState(from.getState(), true)
  }
}

/** The state of the usage, for a page to show. */
export interface UsageState {
  /** The usage of every run in the open session, and of the runs inside those. */
  readonly session: UsageTotal
  /** The usage of the running chat, or of the last one if none runs, with the runs inside it. */
  readonly run: UsageTotal
}

/** The usage of the open session: a zustand store that changes with every model call that ends. */
export class UsageMeter extends Store<UsageState> {
  #runId: string | undefined

  constructor() {
    super({ session: nothing, run: nothing })
  }

  /**
   * Begins to count another session, from its usage until now. Default: nothing.
   */
  reset(session: UsageTotal = nothing): void {
    this.#runId = undefined
    this.setState({ session, run: nothing })
  }

  /**
   * Begins to count a new chat as the `run`.
   */
  startRun(runId: string): void {
    this.#runId = runId
    if (this.getState().run !== nothing) this.setState({ run: nothing })
  }

  /**
   * Counts one model call. `plus` adds it to a total; `rootRunId` is the id of the outermost run.
   */
  add(rootRunId: string, plus: (total: UsageTotal) => UsageTotal): void {
    this.setState(({ session, run }) => ({
      session: plus(session),
      run: rootRunId === this.#runId ? plus(run) : run,
    }))
  }
}

const nothing: UsageTotal = Object.freeze({ usage: noUsage })

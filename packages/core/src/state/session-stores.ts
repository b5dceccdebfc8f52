import { noUsage, type UsageTotal } from '../model/usage.ts'
import type { Artifact } from '../tools/context.ts'
import { Store } from './store.ts'

/** An artifact, and the call that gave it. */
export interface SessionArtifact extends Artifact {
  readonly runId: string
  readonly callId: string
  readonly tool: string
}

/** The state of the artifacts, for a page to show. */
export interface ArtifactsState {
  /** The artifacts in the order in which they were first given. */
  readonly artifacts: readonly SessionArtifact[]
}

/** The artifacts that tools of the open session gave the page: a zustand store. */
export class Artifacts extends Store<ArtifactsState> {
  constructor() {
    super({ artifacts: [] })
  }

  /**
   * Replaces all artifacts by those of another session. Default: none.
   *
   * @internal
   */
  reset(artifacts: readonly SessionArtifact[] = []): void {
    this.setState({ artifacts })
  }

  /**
   * Adds an artifact. It replaces an artifact of the same id and run.
   *
   * @internal
   */
  add(artifact: SessionArtifact): void {
    const { artifacts } = this.getState()
    const at = artifacts.findIndex(
      ({ id, runId }) => id === artifact.id && runId === artifact.runId,
    )
    this.setState({
      artifacts: at < 0 ? [...artifacts, artifact] : artifacts.with(at, artifact),
    })
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
   *
   * @internal
   */
  reset(session: UsageTotal = nothing): void {
    this.#runId = undefined
    this.setState({ session, run: nothing })
  }

  /**
   * Begins to count a new chat as the `run`.
   *
   * @internal
   */
  startRun(runId: string): void {
    this.#runId = runId
    if (this.getState().run !== nothing) this.setState({ run: nothing })
  }

  /**
   * Counts one model call. `plus` adds it to a total; `rootRunId` is the id of the outermost run.
   *
   * @internal
   */
  add(rootRunId: string, plus: (total: UsageTotal) => UsageTotal): void {
    this.setState(({ session, run }) => ({
      session: plus(session),
      run: rootRunId === this.#runId ? plus(run) : run,
    }))
  }
}

const nothing: UsageTotal = Object.freeze({ usage: noUsage })

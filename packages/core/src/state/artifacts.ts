import type { Artifact } from '../tools/tool-context.ts'
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

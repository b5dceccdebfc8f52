import type { Artifact } from '../tools/tool-context.ts'
import { Store } from './store.ts'

/** An artifact, and the call it comes from. */
export interface SessionArtifact extends Artifact {
  readonly runId: string
  readonly callId: string
  readonly tool: string
}

/** What a page shows of artifacts. */
export interface ArtifactsState {
  /** In the order in which they were first given. */
  readonly artifacts: readonly SessionArtifact[]
}

/** What the tools of the open session gave the page: a zustand store. */
export class Artifacts extends Store<ArtifactsState> {
  constructor() {
    super({ artifacts: [] })
  }

  /** Leaves those of another session out of sight. */
  reset(): void {
    this.setState({ artifacts: [] })
  }

  /** Adds an artifact, in the place of the one of its id and run where there is one. */
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

import { Component, type ReactNode } from 'react'

export interface ArtifactBoundaryProps {
  /** What is shown; a new one is tried again. */
  readonly artifact: unknown
  /** Shown in place of what throws. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed?: unknown
}

/** Keeps what an application's renderer throws from the chat. */
export class ArtifactBoundary extends Component<ArtifactBoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  override componentDidCatch(): void {
    this.setState({ failed: this.props.artifact })
  }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true }
  }

  override render(): ReactNode {
    const { failed } = this.state
    const { artifact, instead, children } = this.props
    return failed === true || failed === artifact ? instead : children
  }
}

import { Component, type ReactNode } from 'react'

export interface ArtifactBoundaryProps {
  /** The artifact that is shown. After an error, a new artifact is tried again. */
  readonly artifact: unknown
  /** The content to show if a renderer throws. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed?: unknown
}

/** An error boundary that keeps errors of an application's renderer out of the chat. */
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

import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** The value that is shown. After an error, a new value is tried again. */
  readonly of: unknown
  /** The content to show if the children throw. Default: nothing. */
  readonly instead?: ReactNode
  /** Called after each error. */
  readonly onError?: (() => void) | undefined
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed?: unknown
}

/** A boundary around one part of the chat: its errors reach neither the page nor the rest. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  override componentDidCatch(): void {
    this.setState({ failed: this.props.of })
    this.props.onError?.()
  }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true }
  }

  override render(): ReactNode {
    const { failed } = this.state
    const { of, instead = null, children } = this.props
    return failed === true || failed === of ? instead : children
  }
}

import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** The value that is shown. After an error, a new value is tried again. */
  readonly of: unknown
  /** The content to show if the children throw. Default: nothing. */
  readonly instead?: ReactNode
  /** Called after each error. */
  readonly onError?: ((error: unknown) => void) | undefined
  readonly children: ReactNode
}

interface BoundaryState {
  readonly of?: unknown
  readonly hasFailed?: boolean
}

/** A boundary around one part of the chat: its errors reach neither the page nor the rest. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { of }: ErrorBoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return of === state.of ? null : { of, hasFailed: false }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

import { Component, type ReactNode } from 'react'

interface GuardState {
  readonly error?: unknown
}

/** Renders its children. If they throw, says so: the other tabs and the page go on. */
export class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override readonly state: GuardState = {}

  static getDerivedStateFromError(error: unknown): GuardState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <p role="alert">This view failed. The page and the agent go on. {String(error)}</p>
  }
}

import { Component, type ReactNode } from 'react'

interface GuardState {
  readonly hasFailed: boolean
}

/** Renders its children. If they throw, says so: the other views and the page go on. */
export class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override readonly state: GuardState = { hasFailed: false }

  static getDerivedStateFromError(): GuardState {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <p role="alert">This view failed. The page and the agent go on. See the console.</p>
  }
}

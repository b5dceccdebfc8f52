import { Component, type ReactNode, Suspense } from 'react'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

interface RenderBoundaryProps {
  readonly tool: string
  /** The state of the call, or a part of it. With another value the children render again. */
  readonly attempt: unknown
  readonly children: ReactNode
}

interface RenderBoundaryState {
  readonly hasThrown: boolean
}

const reported = new Set<string>()

/**
 * A boundary around a tool's `render`, which may throw or suspend. Shows nothing if the children
 * throw, and until their code is there.
 */
export class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
  override state: RenderBoundaryState = { hasThrown: false }

  static getDerivedStateFromError(): RenderBoundaryState {
    return { hasThrown: true }
  }

  override componentDidUpdate({ attempt }: RenderBoundaryProps): void {
    const isNew = this.state.hasThrown && attempt !== this.props.attempt
    // oxlint-disable-next-line react/no-did-update-set-state -- it ends with the first update.
    if (isNew) this.setState({ hasThrown: false })
  }

  override componentDidCatch(error: unknown): void {
    const { tool } = this.props
    if (reported.has(tool)) return
    reported.add(tool)
    let why = ''
    try {
      // Bundlers replace this value, and leave the words out of production.
      if (process.env.NODE_ENV !== 'production') {
        why = ` ${String(error)}.`
        if (this.props.attempt === 'input-streaming')
          why += ' Arguments may be missing while the model writes them: look at `state`.'
      }
    } catch {
      // A page without a bundler has no `process`.
    }
    console.error(
      `[ambit] The \`render\` of tool "${tool}" threw, so the call is shown without it.${why}`,
    )
  }

  override render(): ReactNode {
    return this.state.hasThrown ? null : <Suspense>{this.props.children}</Suspense>
  }
}

import { Component, type ReactNode } from 'react'
import { useStore } from '../agent/use-store.ts'
import type {
  RegisteredRenderer,
  ToolRenderProps,
  ToolRenderer,
} from '../tools/tool-render-props.ts'
import { useSession } from './session-store.ts'
import { findCall } from './use-tool-call.ts'
import { useRegisteredRenderer } from './use-tool-renderer.ts'
import { useToolView } from './use-tool-view.ts'

/** What `ToolView` takes: which call it shows. */
export interface ToolViewProps {
  readonly callId: string
  /** Shown where the call's tool has no renderer, and in place of one that throws. Default: nothing. */
  readonly fallback?: ReactNode
}

/**
 * One call, shown by what its tool's owner gave `useTool` as `render`, also after that has unmounted. What `render` throws is kept from the
 * page, and `fallback` shown until the call is in another state.
 */
export function ToolView({ callId, fallback = null }: ToolViewProps): ReactNode {
  const session = useSession('ToolView')
  const tool = useStore(session, () => {
    const { agent } = session
    const answer = agent.history.get(callId)
    if (answer?.role === 'tool') return answer.name
    return agent.activity.getState().calls.get(callId)?.tool ?? findCall(agent, callId)?.name
  })
  const renderer = useRegisteredRenderer('ToolView', tool)
  if (!renderer) return fallback
  return <Rendered callId={callId} renderer={renderer} fallback={fallback} />
}

interface RenderedProps extends ToolViewProps {
  readonly renderer: RegisteredRenderer
}

function Rendered({ callId, renderer, fallback }: RenderedProps): ReactNode {
  const view = useToolView(callId)
  if (!view) return fallback
  return (
    <RenderBoundary
      key={keyOf(renderer.owner)}
      tool={view.tool}
      attempt={view.state}
      fallback={fallback}
    >
      <Body render={renderer.render} view={view} />
    </RenderBoundary>
  )
}

/** Below the boundary, and a component of its own, so that `render` may use hooks. */
const Body = (props: { render: ToolRenderer; view: ToolRenderProps }): ReactNode =>
  props.render(props.view)

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Another owner's renderer may call other hooks: it begins anew. */
function keyOf(owner: object): number {
  let key = keys.get(owner)
  if (key === undefined) keys.set(owner, (key = ++lastKey))
  return key
}

interface RenderBoundaryProps {
  readonly tool: string
  /** Another value is a reason to try again. */
  readonly attempt: unknown
  /** Shown in place of children that threw. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

interface RenderBoundaryState {
  readonly attempt: unknown
  readonly hasThrown: boolean
}

const reported = new Set<string>()

/** Keeps what a tool's `render` throws away from the page around it. */
export class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
  override state: RenderBoundaryState = { attempt: this.props.attempt, hasThrown: false }

  static getDerivedStateFromError(): Partial<RenderBoundaryState> {
    return { hasThrown: true }
  }

  static getDerivedStateFromProps(
    { attempt }: RenderBoundaryProps,
    before: RenderBoundaryState,
  ): RenderBoundaryState | null {
    return Object.is(attempt, before.attempt) ? null : { attempt, hasThrown: false }
  }

  override componentDidCatch(): void {
    const { tool } = this.props
    if (reported.has(tool)) return
    reported.add(tool)
    console.error(
      `[ambit] The \`render\` of tool "${tool}" threw, so the call is shown without it. Arguments may be missing while the model writes them: look at \`state\`.`,
    )
  }

  override render(): ReactNode {
    return this.state.hasThrown ? this.props.fallback : this.props.children
  }
}

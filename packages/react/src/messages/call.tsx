import type { ReactNode } from 'react'
import { useStore } from '../agent/use-store.ts'
import type { RegisteredRenderer, RenderProps, ToolRenderer } from '../tools/render-props.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useSessionStore } from './session-store.ts'
import { findCall } from './use-tool-call.ts'
import { useRegisteredRenderer } from './use-call-renderer.ts'
import { useToolView } from './use-tool-view.ts'

/** The props of `Call`. */
export interface CallProps {
  readonly callId: string
  /** Shown if the tool of the call has no renderer, or if the renderer throws. Default: nothing. */
  readonly fallback?: ReactNode
}

/**
 * Shows one call by the `render` that the tool's owner gave `useTool`, also after the owner has
 * unmounted. An error that `render` throws does not reach the page: `fallback` is shown until the
 * call is in another state.
 */
export function Call({ callId, fallback = null }: CallProps): ReactNode {
  const session = useSessionStore('Call')
  const tool = useStore(session, () => {
    const { agent } = session
    const answer = agent.history.get(callId)
    if (answer?.role === 'tool') return answer.name
    return agent.activity.getState().calls.get(callId)?.tool ?? findCall(agent, callId)?.name
  })
  const renderer = useRegisteredRenderer('Call', tool)
  if (!renderer) return fallback
  return <Rendered callId={callId} renderer={renderer} fallback={fallback} />
}

interface RenderedProps extends CallProps {
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

/** Calls `render` below the boundary, in a component of its own, so that it may use hooks. */
const Body = (props: { render: ToolRenderer; view: RenderProps }): ReactNode =>
  props.render(props.view)

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Returns one key per owner. The renderer of another owner may call other hooks: it remounts. */
function keyOf(owner: object): number {
  let key = keys.get(owner)
  if (key === undefined) keys.set(owner, (key = ++lastKey))
  return key
}

'use client'

import { useEffect, type ReactElement, type ReactNode } from 'react'
import { useChat, type ChatView } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { ViewButton, type ViewButtonProps } from './view-button.tsx'

/** The state of `Chat.View`. */
export type ViewState = { readonly name: ChatView }

/** The props of `Chat.View`. */
export interface ViewProps extends PartProps<ViewState> {
  readonly button?: false | undefined
  /** The name of the view. */
  readonly name: ChatView
  readonly children?: ReactNode
}

/**
 * Shows the content of one view of the chat, or with `button` a button that shows the view. The
 * conversation stays mounted while another view is shown, and can be seen beside an artifact if
 * there is space. Other views are created anew each time.
 */
export function View(props: ViewProps | ViewButtonProps): ReactElement | null {
  return props.button ? <ViewButton {...props} /> : <ViewContent {...props} />
}

function ViewContent(props: ViewProps): ReactElement | null {
  const { name, children } = props
  const { view, setArtifactView } = useChat()
  const isShown = view === name
  const isForArtifacts = name === 'artifact'
  useEffect(() => {
    if (!isForArtifacts) return undefined
    setArtifactView(true)
    return () => setArtifactView(false)
  }, [isForArtifacts, setArtifactView])
  if (!isShown && name !== 'conversation') return null
  const isBehind = !isShown && view === 'artifact'
  return renderPart(
    'div',
    'view',
    props,
    { name },
    { hidden: !isShown && !isBehind, 'data-behind': isBehind ? '' : undefined, children },
  )
}

import type { ReactElement, ReactNode } from 'react'
import { useChat, type ChatView } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'

/** What `View` says about itself. */
export type ViewState = { readonly name: ChatView }

/** What `View` takes. */
export interface ViewProps extends PartProps<ViewState> {
  /** Which view it is. */
  readonly name: ChatView
  readonly children?: ReactNode
}

/** Holds what one view of the chat shows. The conversation stays as it is while another is shown; the others are made anew each time. */
export function View(props: ViewProps): ReactElement | null {
  const { name, children } = props
  const { view } = useChat()
  const isShown = view === name
  if (!isShown && name !== 'conversation') return null
  return renderPart('div', 'view', props, { name }, { hidden: !isShown, children })
}

import { useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { PlainText } from '../markdown/plain-text.tsx'
import { renderPart, type PartProps } from '../part.ts'

/** What `Reasoning` says about itself. */
export type ReasoningState = { readonly open: boolean; readonly streaming: boolean }

/** What `Reasoning` takes: what the model thought, so far. */
export interface ReasoningProps extends PartProps<ReasoningState, 'details'> {
  readonly text: string
  /** Whether more follows. Default false. */
  readonly streaming?: boolean | undefined
}

/** What the model thought before it spoke, as plain text. Folded until the person opens it. */
export function Reasoning(props: ReasoningProps): ReactElement {
  const { text, streaming = false } = props
  const { strings } = useChat()
  const [open, setOpen] = useState(false)
  return renderPart(
    'details',
    'reasoning',
    props,
    { open, streaming },
    {
      onToggle: (event) => setOpen(event.currentTarget.open),
      children: (
        <>
          <summary>
            <Icon name="open" />
            {streaming ? strings.thinking : strings.reasoning}
          </summary>
          {open && <PlainText text={text} />}
        </>
      ),
    },
  )
}

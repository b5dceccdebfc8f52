'use client'

import { useState, type ReactElement } from 'react'
import { Icon } from '../icon.tsx'
import { PlainText } from '../markdown/plain-text.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `Chat.Reasoning`. */
export type ReasoningState = { readonly open: boolean; readonly streaming: boolean }

/** The props of `Chat.Reasoning`: the model's reasoning so far. */
export interface ReasoningProps extends PartProps<ReasoningState, 'details'> {
  readonly text: string
  /** True if more text follows. Default false. */
  readonly streaming?: boolean | undefined
}

/**
 * Shows the model's reasoning before its answer as plain text, folded until the user opens it.
 */
export function Reasoning(props: ReasoningProps): ReactElement {
  const { text, streaming = false } = props
  const strings = useWords('messages', englishMessages)
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

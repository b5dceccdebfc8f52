import { useMemo, type ReactElement } from 'react'
import { useMessageOptions, useChat } from '../chat-context.ts'
import { useFrame } from '../frame/frame-context.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { replaceable } from '../own-part.tsx'
import { CutText } from './cut-text.tsx'

const Rich = replaceable('Markdown', Markdown)

export interface AnswerTextProps {
  readonly text: string
  readonly streaming: boolean
}

/**
 * Shows the text of an answer as Markdown. A very long text is cut, until the user opens it. A
 * link to a page of the application closes a chat that covers the screen.
 */
export function AnswerText({ text, streaming }: AnswerTextProps): ReactElement {
  const { strings } = useChat()
  const messages = useMessageOptions()
  const { markdown, images = markdown?.images } = messages
  const { modal, setOpen } = useFrame()
  const navigate = messages.onNavigate ?? markdown?.onNavigate
  const onNavigate = useMemo(() => {
    if (!navigate || !modal) return navigate
    return (path: string): void => {
      navigate(path)
      setOpen?.(false)
    }
  }, [navigate, modal, setOpen])
  return (
    <CutText
      text={text}
      renderText={(shown, isCut) => (
        <Rich
          text={shown}
          streaming={streaming && !isCut}
          {...markdown}
          strings={strings.markdown}
          {...{ images, onNavigate }}
        />
      )}
    />
  )
}

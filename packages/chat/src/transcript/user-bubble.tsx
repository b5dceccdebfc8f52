import type { ContentPart, UserMessage } from '@ambit/core'
import type { ReactElement, ReactNode } from 'react'
import { useChat } from '../chat-context.ts'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { cleanText, countHidden } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { FileView } from './file-view.tsx'

/** The state of `UserBubble`. `source` is `app` if the application sent the message. */
export type UserBubbleState = { readonly source: 'user' | 'app' }

/** The props of `UserBubble`: the message to show. */
export interface UserBubbleProps extends PartProps<UserBubbleState, 'article'> {
  readonly message: UserMessage
}

/**
 * Shows a message of a person or of the application, as it was written. Pictures that are in the
 * message are shown. Other files are shown by name.
 */
export function UserBubble(props: UserBubbleProps): ReactElement {
  const { strings } = useChat()
  const { content, source = 'user' } = props.message
  const hidden = hiddenIn(content)
  return renderPart(
    'article',
    'user',
    props,
    { source },
    {
      'aria-label': strings[source],
      children: (
        <div className="ambit-bubble">
          <div dir="auto">
            {typeof content === 'string' ? cleanText(content) : content.map(showPart)}
          </div>
          <HiddenMark count={hidden} strings={strings.markdown} />
        </div>
      ),
    },
  )
}

const hiddenIn = (content: UserMessage['content']): number =>
  typeof content === 'string'
    ? countHidden(content)
    : content.reduce((sum, part) => sum + (part.type === 'text' ? countHidden(part.text) : 0), 0)

function showPart(part: ContentPart, index: number): ReactNode {
  if (part.type === 'text') return <p key={index}>{cleanText(part.text)}</p>
  return (
    <FileView
      key={index}
      mediaType={part.type === 'image' ? (part.mediaType ?? '') : ''}
      base64={part.data}
      name={part.filename ?? part.mediaType ?? part.type}
    />
  )
}

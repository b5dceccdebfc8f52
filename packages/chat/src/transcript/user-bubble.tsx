import type { ContentPart, UserMessage } from '@ambit/core'
import type { ReactElement, ReactNode } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'

/** What `UserBubble` says about itself: `app` when the application said it. */
export type UserBubbleState = { readonly source: 'user' | 'app' }

export interface UserBubbleProps extends PartProps<UserBubbleState, 'article'> {
  readonly message: UserMessage
}

/** What a person, or the application, said: as it was written. Of a file only its name is shown. */
export function UserBubble(props: UserBubbleProps): ReactElement {
  const { strings } = useChat()
  const { content, source = 'user' } = props.message
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
        </div>
      ),
    },
  )
}

function showPart(part: ContentPart, index: number): ReactNode {
  if (part.type === 'text') return <p key={index}>{cleanText(part.text)}</p>
  return (
    <span key={index} className="ambit-file">
      {cleanText(part.filename ?? part.mediaType ?? part.type)}
    </span>
  )
}

import type { ChatAddToolApproveResponseFunction, UIMessage } from 'ai'
import type { ReactElement } from 'react'
import { ToolView } from './tool-view.tsx'

type Props = { message: UIMessage; onDecide: ChatAddToolApproveResponseFunction }

/** Shows a message, part by part. */
export function MessageView({ message, onDecide }: Props): ReactElement {
  return (
    <li data-role={message.role}>
      {message.parts.map((part, at) => {
        switch (part.type) {
          case 'text':
            return <p key={at}>{part.text}</p>
          case 'reasoning':
            return (
              <details key={at}>
                <summary>Thoughts</summary>
                {part.text}
              </details>
            )
          case 'file':
            return part.mediaType.startsWith('image/') ? (
              <img key={at} src={part.url} alt={part.filename ?? 'Attached picture'} />
            ) : (
              <p key={at} className="file">
                {part.filename ?? part.mediaType}
              </p>
            )
          case 'dynamic-tool':
            return <ToolView key={part.toolCallId} part={part} onDecide={onDecide} />
          default:
            return null
        }
      })}
    </li>
  )
}

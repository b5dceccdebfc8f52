import type { ContentPart, UndoNotice, UserMessage } from '@ambit/core'
import type { ReactElement, ReactNode } from 'react'
import { useChat } from '../chat-context.ts'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { cleanText, countHidden } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { quotedText, quotesIn } from '../said.ts'
import { nameOfCall } from '../tool-card/tool-title.ts'
import { CutText } from './cut-text.tsx'
import { FailedMark } from './failed-messages.tsx'
import { FileView } from './file-view.tsx'
import { useRefusedParts } from './refused-files.ts'
import { undoWords } from './undo-words.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { englishMessages, type MessageStrings } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `UserBubble`. `source` is `app` if the application sent the message. */
export type UserBubbleState = { readonly source: 'user' | 'app' }

/** The props of `UserBubble`: the message to show. */
export interface UserBubbleProps extends PartProps<UserBubbleState, 'article'> {
  readonly message: UserMessage
}

/**
 * Shows a message of a user or of the application, as it was written. Pictures that are in the
 * message are shown. Other files are shown by name. A very long text is cut, until the user opens
 * it. What the user quotes stands above their words. Of a message that Ambit wrote for the model,
 * an undo is described in words, and nothing else.
 */
export function UserBubble(props: UserBubbleProps): ReactElement | null {
  const { strings, agent } = useChat()
  const words = useWords('messages', englishMessages)
  const calls = useWords('calls', englishCalls)
  const refusedParts = useRefusedParts(agent, props.message)
  const { source = 'user', forModel, undo = nothingUndone } = props.message
  const nameOf = (callId: string): string | undefined => nameOfCall(agent, callId)
  const content = forModel ? undoWords(undo, nameOf, calls) : props.message.content
  if (content === '' && forModel) return null
  const hidden = hiddenIn(content)
  const quotes = quotesIn(content)
  const refused = refusedParts.split(',')
  const noticeAt = (at: number): MessageStrings['fileNotSent'] | undefined =>
    refused.includes(String(at)) ? words.fileNotSent : undefined
  return renderPart(
    'article',
    'user',
    props,
    { source },
    {
      'aria-label': words[source],
      children: (
        <>
          <div className="ambit-bubble">
            {quotes.map((quote, at) => (
              <blockquote key={at} className="ambit-quote" dir="auto">
                <CutText text={cleanText(quotedText(quote))} renderText={asIs} />
              </blockquote>
            ))}
            <div dir="auto">
              {typeof content === 'string' ? (
                <CutText text={cleanText(content)} renderText={asIs} />
              ) : (
                content.map((part, at) =>
                  quotes.some((quote) => quote === part) ? null : showPart(part, at, noticeAt(at)),
                )
              )}
            </div>
            <HiddenMark count={hidden} strings={strings.markdown ?? {}} />
          </div>
          <FailedMark message={props.message} />
        </>
      ),
    },
  )
}

const nothingUndone: UndoNotice = { undone: [], failed: [], left: [] }

const hiddenIn = (content: UserMessage['content']): number =>
  typeof content === 'string'
    ? countHidden(content)
    : content.reduce((sum, part) => sum + (part.type === 'text' ? countHidden(part.text) : 0), 0)

const asIs = (text: string): ReactElement => <>{text}</>
const inLine = (text: string): ReactElement => <p>{text}</p>

function showPart(
  part: ContentPart,
  index: number,
  notSent: MessageStrings['fileNotSent'] | undefined,
): ReactNode {
  if (part.type === 'text')
    return <CutText key={index} text={cleanText(part.text)} renderText={inLine} />
  const name = cleanText(part.filename ?? part.mediaType ?? part.type)
  return (
    <FileView
      key={index}
      mediaType={part.type === 'image' ? (part.mediaType ?? '') : ''}
      base64={part.data}
      name={name}
      notice={notSent?.(name)}
    />
  )
}

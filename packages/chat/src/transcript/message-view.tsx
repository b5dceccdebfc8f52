import { useMessage } from '@ambit/react'
import {
  type ComponentType,
  memo,
  type ReactElement,
  type ReactNode,
  useMemo,
  useState,
} from 'react'
import { EditMessage } from '../actions/edit-message.tsx'
import { MessageActions } from '../actions/message-actions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { useFrame } from '../frame/frame-context.ts'
import { type PartProps, renderPart } from '../part.ts'
import { OwnPart, replaceable } from '../own-part.tsx'
import { useSteps } from '../tool-card/step-store.ts'
import type { AssistantMessage, ContentPart, UndoNotice, UserMessage } from '@ambit/core'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { cleanText, countHidden } from '../markdown/text-intake.ts'
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
import { CitationContext, type Citations } from '../citations/citation-context.ts'
import { ToolCalls } from '../tool-card/tool-calls.tsx'
import { AnswerText } from './answer-text.tsx'
import { type Source, toSources } from './sources.ts'
import { Reasoning } from './reasoning.tsx'
import { useMarkdownState } from '../markdown/markdown.tsx'

/**
 * The state of a message. `source` is of one that the user or the application sent. `partial`: an
 * answer that ends early.
 */
export type MessageState = Partial<UserBubbleState & AssistantBubbleState>

/** The props of `Chat.Message`. */
export interface MessageProps extends PartProps<MessageState, 'article'> {
  /** The id of the message. */
  readonly id: string
  /** True to show the actions of the message below it. Default true. */
  readonly actions?: boolean | undefined
}

export interface MessageViewProps extends MessageProps {
  /** True while the agent works on this message. */
  readonly isActive: boolean
  /** True to show the application's component in place of the message. Default false. */
  readonly isReplaceable?: boolean | undefined
}

/**
 * Shows one message and its actions. The cards of a message show the answers of its tool calls.
 * Messages that continue the steps of a run belong to its first message. A message that cannot be
 * rendered is left out, until it changes.
 */
export const MessageView: ComponentType<MessageViewProps> = memo(function MessageView({
  id,
  isActive,
  isReplaceable = false,
  actions = true,
  ...part
}: MessageViewProps) {
  // A closed panel draws what the model writes when it is opened, and not before.
  const message = useMessage(id, !useFrame().open)
  const [isEditing, setEditing] = useState(false)
  const { agent } = useChat()
  const { isFirst } = useSteps(agent, message?.role === 'assistant' ? message.calls : undefined)
  if (message?.role !== 'user' && message?.role !== 'assistant') return null
  const streaming = isActive && message.role === 'assistant' && message.finishReason === undefined
  const children =
    isEditing && message.role === 'user' ? (
      <EditMessage message={message} onEnd={() => setEditing(false)} />
    ) : (
      <>
        {message.role === 'user' ? (
          <UserBubble {...part} message={message} />
        ) : (
          <AssistantBubble {...part} {...{ message, streaming }} />
        )}
        {actions && !streaming && message.source === undefined && (
          <MessageActions message={message} onEdit={() => setEditing(true)} />
        )}
      </>
    )
  return (
    <ErrorBoundary of={message}>
      <OwnPart name={isReplaceable && isFirst ? 'Message' : undefined} given={{ id }}>
        {children}
      </OwnPart>
    </ErrorBoundary>
  )
})

/** The state of `UserBubble`. `source` is `app` if the application sent the message. */
type UserBubbleState = { readonly source: 'user' | 'app' }

/** The props of `UserBubble`: the message to show. */
interface UserBubbleProps extends PartProps<UserBubbleState, 'article'> {
  readonly message: UserMessage
}

/**
 * Shows a message of a user or of the application, as it was written. Pictures that are in the
 * message are shown. Other files are shown by name. A very long text is cut, until the user opens
 * it. What the user quotes stands above their words. Of a message that Ambit wrote for the model,
 * an undo is described in words, and nothing else.
 */
function UserBubble(props: UserBubbleProps): ReactElement | null {
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

const Thought = replaceable('Reasoning', Reasoning)

/** The state of `AssistantBubble`. `partial` is true if the message ends early. */
type AssistantBubbleState = { readonly streaming: boolean; readonly partial: boolean }

/** The props of `AssistantBubble`. */
interface AssistantBubbleProps extends PartProps<AssistantBubbleState, 'article'> {
  readonly message: AssistantMessage
  /** True while the model writes the message. Default false. */
  readonly streaming?: boolean | undefined
}

/**
 * Shows an answer: its folded reasoning, its text as Markdown, its files and sources. Its calls are
 * cards, or the steps of their run. Pictures that are in the message are shown. Other files are
 * shown by name.
 */
function AssistantBubble(props: AssistantBubbleProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('messages', englishMessages)
  const { message, streaming = false } = props
  const { content, reasoning, calls, parts } = message
  const citations = useMemo((): Citations | undefined => {
    const sources = toSources(parts)
    return sources.length > 0 ? { sources, nameOf: strings.citation } : undefined
  }, [parts, strings])
  const { isFirst, isFolded } = useSteps(agent, calls)
  // The reasoning between two steps is folded with the steps.
  const isThought = reasoning && (isFirst || !isFolded)
  const end = streaming || message.source === 'ui' ? undefined : endOf(message, strings)
  const state = { streaming, partial: end !== undefined }
  const hasExtras = parts.some(isExtra)
  // A model may have nothing to add to what its calls have done.
  if (!content && !isThought && !calls && !hasExtras && !end) return null
  return renderPart('article', 'assistant', props, state, {
    'aria-label': strings.assistant,
    children: (
      <>
        {isThought && <Thought text={reasoning} streaming={streaming && !content} />}
        {content && (
          <CitationContext.Provider value={citations}>
            <AnswerText text={content} streaming={streaming} />
          </CitationContext.Provider>
        )}
        {hasExtras && <MessageExtras message={message} />}
        {calls && <ToolCalls calls={calls} />}
        {end && <p className="ambit-end">{end}</p>}
      </>
    ),
  })
}

const isExtra = ({ type }: AssistantMessage['parts'][number]): boolean =>
  type === 'source' || type === 'file'

/** Returns the reason why the message ends early. */
function endOf(
  { finishReason }: AssistantMessage,
  { cut, tooLong, filtered }: MessageStrings,
): string | undefined {
  if (finishReason === undefined) return cut
  if (finishReason === 'length') return tooLong
  return finishReason === 'content_filter' ? filtered : undefined
}

/** Shows the files that a model made for its answer, and the sources that it names. */
function MessageExtras({ message }: { readonly message: AssistantMessage }): ReactElement {
  const strings = useWords('messages', englishMessages)
  const sources = toSources(message.parts)
  const files = message.parts.flatMap((part) => (part.type === 'file' ? [part] : []))
  return (
    <>
      {files.map(({ mediaType, data }, index) => (
        <FileView
          key={index}
          mediaType={mediaType}
          base64={data.type === 'data' ? data.data : undefined}
          name={`${strings.file} ${index + 1} (${cleanText(mediaType).slice(0, 100)})`}
        />
      ))}
      {sources.length > 0 && (
        <div className="ambit-sources">
          <p className="ambit-label">{strings.sources}</p>
          <ol aria-label={strings.sources}>
            {sources.map((source, index) => (
              <li key={index}>
                <SourceView {...source} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

/**
 * Shows a source as a link with its host if the link policy allows it, otherwise only the title.
 * Links come with the Markdown part: until that is fetched, each source is only a title.
 */
function SourceView({ title, url }: Source): ReactElement {
  const { module } = useMarkdownState()
  return (
    <span dir="auto">
      {url === undefined || !module ? (
        title
      ) : (
        <module.LinkView destination={url} label={title} isHostShown>
          {title}
        </module.LinkView>
      )}
    </span>
  )
}

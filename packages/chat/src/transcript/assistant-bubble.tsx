import type { AssistantMessage } from '@ambit/core'
import { useMemo, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { CitationContext, type Citations } from '../citations/citation-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { replaceable } from '../own-part.tsx'
import { useSteps } from '../tool-card/step-store.ts'
import { ToolCalls } from '../tool-card/tool-calls.tsx'
import { AnswerText } from './answer-text.tsx'
import { MessageExtras } from './message-extras.tsx'
import { toSources } from './sources.ts'
import { Reasoning } from './reasoning.tsx'
import { englishMessages, type MessageStrings } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

const Thought = replaceable('Reasoning', Reasoning)

/** The state of `AssistantBubble`. `partial` is true if the message ends early. */
export type AssistantBubbleState = { readonly streaming: boolean; readonly partial: boolean }

/** The props of `AssistantBubble`. */
export interface AssistantBubbleProps extends PartProps<AssistantBubbleState, 'article'> {
  readonly message: AssistantMessage
  /** True while the model writes the message. Default false. */
  readonly streaming?: boolean | undefined
}

/**
 * Shows an answer: its folded reasoning, its text as Markdown, its files and sources. Its calls are
 * cards, or the steps of their run. Pictures that are in the message are shown. Other files are
 * shown by name.
 */
export function AssistantBubble(props: AssistantBubbleProps): ReactElement | null {
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

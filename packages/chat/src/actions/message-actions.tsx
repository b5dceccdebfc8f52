import type { AssistantMessage, UserMessage } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useRef, useState, type ReactElement } from 'react'
import { useMessageOptions, useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { ReadAloudButton } from '../read-aloud/read-aloud-button.tsx'
import { spokenText } from '../said.ts'
import { ActionButton } from './action-button.tsx'
import { AnswerAgain } from './answer-again.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { CopyButton } from './copy-button.tsx'
import type { Feedback } from './feedback.ts'
import { useToolbar } from './use-toolbar.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `MessageActions`. */
export type MessageActionsState = {
  readonly role: 'user' | 'assistant'
  /** True if the message asks for tools, so that another message follows. */
  readonly calls: boolean
}

/** The props of `MessageActions`: the message to act on. */
export interface MessageActionsProps extends PartProps<MessageActionsState> {
  readonly message: UserMessage | AssistantMessage
  /** Called when the user wants to edit their message. Default: they cannot. */
  readonly onEdit?: (() => void) | undefined
}

/**
 * Shows the actions for a message: copy it, edit it or have it answered again, read it aloud, rate
 * it, switch between its versions. An answer without text has only the last of these actions.
 */
export function MessageActions(props: MessageActionsProps): ReactElement | null {
  const { message, onEdit } = props
  const { role, id } = message
  const { agent } = useChat()
  const strings = useWords('messages', englishMessages)
  const bar = useRef<HTMLElement>(null)
  const toolbar = useToolbar(bar)
  const [isAsking, setAsking] = useState(false)
  const branches = useAgent(() => agent.history.branches(id))
  const isAnswer = role === 'assistant'
  const text = isAnswer ? (message.content ?? '') : spokenText(message)
  if (isAnswer && text === '' && branches.length < 2) return null
  const answerAgain = (again = false): void => {
    setAsking(false)
    void agent.with({ onBusy: 'interrupt' }).resume({ from: id, again })
  }
  const toolbarOf = renderPart(
    'div',
    'actions',
    props,
    { role, calls: isAnswer && message.calls !== undefined },
    {
      ref: (element) => void (bar.current = element),
      role: 'toolbar',
      ...toolbar,
      'aria-label': strings.actions,
      children: (
        <>
          {branches.length > 1 && <BranchSwitch id={id} branches={branches} />}
          {text !== '' && <CopyButton text={() => cleanText(text)} />}
          {onEdit && !isAnswer && (
            <ActionButton name="edit" label={strings.edit} onClick={onEdit} />
          )}
          {isAnswer && text !== '' && (
            <>
              <ActionButton
                name="again"
                label={strings.regenerate}
                onClick={() =>
                  agent.calls.leftBy(id).length > 0 ? setAsking(true) : answerAgain()
                }
              />
              <ReadAloudButton text={text} />
              <Judge message={message} />
            </>
          )}
        </>
      ),
    },
  )
  if (!isAsking) return toolbarOf
  return (
    <>
      {toolbarOf}
      <AnswerAgain id={id} onAgain={() => answerAgain(true)} onGiveUp={() => setAsking(false)} />
    </>
  )
}

/**
 * Shows two buttons that rate an answer. Renders nothing if the application gave no `onFeedback`.
 */
function Judge({ message }: { readonly message: AssistantMessage }): ReactElement | null {
  const strings = useWords('messages', englishMessages)
  const { onFeedback } = useMessageOptions()
  const [given, setGiven] = useState<Feedback['value']>()
  if (!onFeedback) return null
  const judge = (value: Feedback['value']): void => {
    setGiven(value)
    onFeedback({ message, value })
  }
  return (
    <>
      {(['good', 'bad'] as const).map((value) => (
        <ActionButton
          key={value}
          name={value}
          label={strings[value]}
          pressed={given === value}
          onClick={() => judge(value)}
        />
      ))}
    </>
  )
}

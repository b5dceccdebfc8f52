import type { AssistantMessage, UserMessage } from '@ambit/core'
import { useBranches } from '@ambit/react'
import { useRef, useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { spokenText } from '../spoken-text.ts'
import { ActionButton } from './action-button.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { CopyButton } from './copy-button.tsx'
import type { Feedback } from './feedback.ts'
import { useToolbar } from './use-toolbar.ts'

/** What `MessageActions` says about itself. */
export type MessageActionsState = {
  readonly role: 'user' | 'assistant'
  /** It asks for tools, so another follows. */
  readonly calls: boolean
}

/** What `MessageActions` takes: the message they are about. */
export interface MessageActionsProps extends PartProps<MessageActionsState> {
  readonly message: UserMessage | AssistantMessage
  /** Called when the person wants to say something else in the place of a message of theirs. Default: they cannot. */
  readonly onEdit?: (() => void) | undefined
}

/** What can be done with a message: copy it, say it differently or have it answered again, judge it, see what stood there before. Of one without text the last alone. */
export function MessageActions(props: MessageActionsProps): ReactElement | null {
  const { message, onEdit } = props
  const { role, id } = message
  const { strings, regenerate } = useChat()
  const bar = useRef<HTMLElement>(null)
  const toolbar = useToolbar(bar)
  const branches = useBranches(id)
  const isAnswer = role === 'assistant'
  const text = isAnswer ? (message.content ?? '') : spokenText(message)
  if (isAnswer && text === '' && branches.length < 2) return null
  return renderPart(
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
                onClick={() => void regenerate(id)}
              />
              <Judge message={message} />
            </>
          )}
        </>
      ),
    },
  )
}

/** Two buttons that say what the person thinks of an answer; nothing where the app does not ask. */
function Judge({ message }: { readonly message: AssistantMessage }): ReactElement | null {
  const { strings, onFeedback } = useChat()
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

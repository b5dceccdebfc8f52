import type { AssistantMessage, UserMessage } from '@ambit/core'
import { useAgent } from '@ambit/react'
import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useChat, useMessageOptions } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { type PartProps, renderPart } from '../part.ts'
import { spokenText } from '../said.ts'
import { ActionButton } from './action-button.tsx'
import { CopyButton } from './copy-button.tsx'
import type { Feedback } from './feedback.ts'
import { useToolbar } from './use-toolbar.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { LeftCalls } from './left-calls.tsx'
import { useUndoFirst } from './use-undo-first.ts'
import { isEscape } from '../composer/is-composing.ts'
import { useFrame } from '../frame/frame-context.ts'
import { useMarkdownState } from '../markdown/markdown.tsx'
import { canSpeak, onVoices, speaker } from '../read-aloud/speaker.ts'

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

interface AnswerAgainProps {
  /** The id of the answer. */
  readonly id: string
  readonly onAgain: () => void
  readonly onGiveUp: () => void
}

/** Asks the user whether an answer is to be written again, though its calls took effect. */
function AnswerAgain({ id, onAgain, onGiveUp }: AnswerAgainProps): ReactElement {
  const strings = useWords('messages', englishMessages)
  const again = useRef<HTMLButtonElement>(null)
  const textId = useId()
  const { onUndo, afterUndo, isWaiting } = useUndoFirst(again)
  useLayoutEffect(() => again.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isEscape(event)) return
    event.preventDefault()
    onGiveUp()
  }
  return (
    <div className="ambit-edit" role="group" aria-label={strings.regenerate}>
      <LeftCalls messageId={id} id={textId} onUndo={onUndo} />
      <div className="ambit-edit-buttons">
        <button type="button" className="ambit-button" onClick={onGiveUp} onKeyDown={onKeyDown}>
          {strings.giveUp}
        </button>
        <button
          type="button"
          ref={again}
          className="ambit-button"
          data-primary=""
          aria-describedby={textId}
          aria-disabled={isWaiting}
          onClick={() => afterUndo(onAgain)}
          onKeyDown={onKeyDown}
        >
          {strings.regenerate}
        </button>
      </div>
    </div>
  )
}

interface BranchSwitchProps {
  readonly id: string
  /** The ids of all versions of the message, its own included. */
  readonly branches: readonly string[]
}

/** Switches between the versions of a message: the message and those that replaced it. */
function BranchSwitch({ id, branches }: BranchSwitchProps): ReactElement {
  const strings = useWords('messages', englishMessages)
  const { agent, status } = useAgent()
  const at = branches.indexOf(id)
  // While a chat writes the history, that chat controls the head.
  const isBusy = status !== 'idle'
  const show = (next: string | undefined): void => {
    if (next !== undefined) agent.history.select(next)
  }
  return (
    <span className="ambit-branches" role="group" aria-label={strings.versions}>
      <ActionButton
        name="back"
        label={strings.previousVersion}
        disabled={isBusy || at === 0}
        onClick={() => show(branches[at - 1])}
      />
      <span>{strings.version(at + 1, branches.length)}</span>
      <ActionButton
        name="open"
        label={strings.nextVersion}
        disabled={isBusy || at === branches.length - 1}
        onClick={() => show(branches[at + 1])}
      />
    </span>
  )
}

/**
 * Renders a button that reads an answer aloud, and stops that. The reading also ends with the
 * answer's place in the page, and when the panel closes. Renders nothing if the browser has no
 * voice of its own, or the application wants none.
 */
function ReadAloudButton({ text }: { readonly text: string }): ReactElement | null {
  const strings = useWords('messages', englishMessages)
  const { readAloud = true } = useMessageOptions()
  const { open } = useFrame()
  const { module } = useMarkdownState()
  const [owner] = useState(() => ({}))
  const isAble = useSyncExternalStore(onVoices, canSpeak, () => false)
  const isReading = useSyncExternalStore(speaker.subscribe, speaker.getOwner, noOwner) === owner
  useEffect(() => {
    if (!open) speaker.stop(owner)
    return () => speaker.stop(owner)
  }, [open, owner])
  if (!readAloud || !isAble || !module) return null
  const read = (): void => {
    const lang = document.documentElement.lang || navigator.language
    speaker.start(owner, module.toSpeech(text, lang))
  }
  return (
    <ActionButton
      name={isReading ? 'stop' : 'voice'}
      label={isReading ? strings.stopReading : strings.readAloud}
      onClick={() => (isReading ? speaker.stop(owner) : read())}
    />
  )
}

const noOwner = (): undefined => undefined

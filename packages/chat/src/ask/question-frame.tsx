import type { AnswerableItem } from '@ambit/react'
import { type ReactElement, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { withLabel } from '../tool-card/tool-title.ts'
import { WithinCalls } from '../tool-card/within-calls.tsx'
import { type AskStrings, englishAsk } from './ask-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'

/** One question, with the functions that answer and decline it. */
export interface QuestionProps {
  readonly ask: Extract<AnswerableItem, { kind: 'question' }>
}

export interface QuestionFrameProps extends QuestionProps {
  readonly form: RefObject<HTMLFormElement | null>
  /**
   * Called when the user submits the answer. Without `onSubmit`, the question can only be
   * declined.
   */
  readonly onSubmit?: (() => void) | undefined
  /** The error that belongs to no field. */
  readonly error?: string | undefined
  readonly children?: ReactNode
}

/** Shows the question of a tool around the fields of its answer, with a button to decline. */
export function QuestionFrame(props: QuestionFrameProps): ReactElement {
  const { ask, form, onSubmit, error = '', children } = props
  const strings = useAskStrings()
  const titleId = useId()
  usePoliteFocus(form)
  return (
    <form
      className="ambit-question"
      aria-labelledby={titleId}
      noValidate
      tabIndex={-1}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <p className="ambit-question-text" id={titleId} dir="auto">
        {withLabel(cleanText(ask.message ?? strings.question), ask.label)}
      </p>
      <WithinCalls callId={ask.callId} agentName={ask.agent} />
      {children}
      {error !== '' && (
        <p className="ambit-field-error" role="alert">
          {cleanText(error)}
        </p>
      )}
      <div className="ambit-question-buttons">
        {onSubmit && (
          <button type="submit" className="ambit-button" data-primary="">
            {strings.submit}
          </button>
        )}
        <button type="button" className="ambit-button" onClick={() => ask.decline()}>
          {strings.decline}
        </button>
      </div>
    </form>
  )
}

/** Returns the texts of questions in this chat. */
export const useAskStrings = (): AskStrings => useWords('pending', englishAsk)

/**
 * Moves the focus to the first field, unless the user is busy elsewhere. A form that goes with
 * the focus inside returns it to the chat's text field.
 */
function usePoliteFocus(form: RefObject<HTMLElement | null>): void {
  const { field } = useChat()
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return undefined
    const root = element.getRootNode() as Document | ShadowRoot
    if (isFree(root.activeElement, element)) {
      moveFocus(element.querySelector('input, select, textarea'), element.querySelector('button'))
    }
    const giveBack = (): void => moveFocus(field.current)
    return () => {
      if (element.contains(root.activeElement)) giveBack()
    }
  }, [form, field])
}

/**
 * Whether the focus may be moved: it is nowhere, or in this chat, outside of questions and of
 * fields with text.
 */
function isFree(active: Element | null, form: HTMLElement): boolean {
  if (!active || active === active.ownerDocument.body) return true
  if (!form.closest('.ambit-chat')?.contains(active) || active.closest('form.ambit-question')) {
    return false
  }
  return (
    !(active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) ||
    active.value === ''
  )
}

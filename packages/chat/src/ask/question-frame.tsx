import type { AnswerableItem } from '@ambit/react'
import { useId, type ReactElement, type ReactNode, type RefObject } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { withLabel } from '../tool-card/tool-title.ts'
import { WithinCalls } from '../tool-card/within-calls.tsx'
import { type AskStrings, englishAsk } from './ask-strings.ts'
import { usePoliteFocus } from './use-polite-focus.ts'
import { useWords } from '../strings/use-words.ts'

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

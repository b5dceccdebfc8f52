import { usePending } from '@ambit/react'
import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { LateNotice, type LateStatus } from '../late/late-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { QuestionFrame, type QuestionProps, useAskStrings } from './question-frame.tsx'

/** Asks for a text, the answer to a question without a schema. Needs no code beside the panel's. */
function TextQuestion({ ask }: QuestionProps): ReactElement {
  const strings = useAskStrings()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (error !== '') field.current?.focus()
  }, [error])
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return setError(strings.needed)
    const [issue] = await ask.answer(text)
    // A question that was answered is no longer on the page.
    if (issue && field.current) setError(issue.message)
  }
  return (
    <QuestionFrame {...{ ask, form }} onSubmit={() => void submit()}>
      <div className="ambit-field">
        <label htmlFor={id}>{strings.answer}</label>
        <input
          type="text"
          dir="auto"
          aria-describedby={error === '' ? undefined : `${id}-error`}
          aria-invalid={error === '' ? undefined : true}
          aria-required
          ref={field}
          {...{ id }}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {error !== '' && (
          <p className="ambit-field-error" id={`${id}-error`} dir="auto">
            {cleanText(error)}
          </p>
        )}
      </div>
    </QuestionFrame>
  )
}

const LateQuestionForm = latePart(lateParts, ({ QuestionForm }) => QuestionForm, NoForm)

/**
 * Shows a form for each question that a tool asks by `ctx.ask`. While this component is mounted,
 * tools may ask. Renders nothing while no tool asks.
 */
export function Questions(): ReactElement | null {
  const asks = usePending('question')
  if (asks.length === 0) return null
  return (
    <>
      {asks.map((ask) => {
        const Question = ask.schema ? LateQuestionForm : TextQuestion
        return (
          <ErrorBoundary key={ask.id} of={ask}>
            <Question ask={ask} />
          </ErrorBoundary>
        )
      })}
    </>
  )
}

/**
 * Shows a question until its form is fetched, and if the form cannot be fetched. The user can
 * read and decline the question.
 */
function NoForm({ ask, ...status }: QuestionProps & LateStatus): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  return (
    <QuestionFrame {...{ ask, form }}>
      <LateNotice {...status} />
    </QuestionFrame>
  )
}

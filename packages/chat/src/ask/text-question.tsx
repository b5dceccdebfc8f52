import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { QuestionFrame, type QuestionProps, useAskStrings } from './question-frame.tsx'

/** Asks for a text, the answer to a question without a schema. Needs no code beside the panel's. */
export function TextQuestion({ ask }: QuestionProps): ReactElement {
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

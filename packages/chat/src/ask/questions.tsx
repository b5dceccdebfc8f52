import { useAsks } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { latePart } from '../late-part.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useAskStrings } from './use-ask-strings.ts'
import type { QuestionFormProps } from './question-form.tsx'

const LateQuestionForm = latePart(
  () => import('./question-form.tsx').then(({ QuestionForm }) => QuestionForm),
  NoForm,
)

/** What tools ask the person by `ctx.ask`, a form for each question. While it is mounted tools may ask. Nothing while they do not. */
export function Questions(): ReactElement | null {
  const { asks, answer, decline } = useAsks()
  if (asks.length === 0) return null
  return (
    <>
      {asks.map((ask) => (
        <LateQuestionForm key={ask.id} ask={ask} onAnswer={answer} onDecline={decline} />
      ))}
    </>
  )
}

/** Stands for a form that could not be fetched: the question can still be declined. */
function NoForm({ ask, onDecline }: QuestionFormProps): ReactElement {
  const strings = useAskStrings()
  const { field } = useChat()
  const decline = (): void => {
    // The button goes away with the question.
    field.current?.focus()
    onDecline(ask.id)
  }
  return (
    <div className="ambit-question">
      <p dir="auto">{cleanText(ask.message ?? strings.question)}</p>
      <button type="button" className="ambit-button" onClick={decline}>
        {strings.decline}
      </button>
    </div>
  )
}

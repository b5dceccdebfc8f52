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

/**
 * Shows a form for each question that a tool asks by `ctx.ask`. While this component is mounted,
 * tools may ask. Renders nothing while no tool asks.
 */
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

/** Shows a question whose form could not be loaded, so that the person can still decline it. */
function NoForm({ ask, onDecline }: QuestionFormProps): ReactElement {
  const strings = useAskStrings()
  const { field } = useChat()
  const decline = (): void => {
    // The button disappears with the question.
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

import { useAsks } from '@ambit/react'
import { lazy, Suspense, type ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { useAskStrings } from './use-ask-strings.ts'
import type { QuestionFormProps } from './question-form.tsx'

// What cannot be fetched (offline, a new deployment) can still be declined.
const QuestionForm = lazy(() =>
  import('./question-form.tsx').then(
    ({ QuestionForm }) => ({ default: QuestionForm }),
    () => ({ default: Unloaded }),
  ),
)

/** What tools ask the person by `ctx.ask`, a form for each question. While it is mounted tools may ask. Nothing while they do not. */
export function Questions(): ReactElement | null {
  const { asks, answer, decline } = useAsks()
  if (asks.length === 0) return null
  return (
    <Suspense fallback={null}>
      {asks.map((ask) => (
        <QuestionForm key={ask.id} ask={ask} onAnswer={answer} onDecline={decline} />
      ))}
    </Suspense>
  )
}

function Unloaded({ ask, onDecline }: QuestionFormProps): ReactElement {
  const strings = useAskStrings()
  return (
    <div className="ambit-question">
      <p dir="auto">{cleanText(ask.message ?? strings.question)}</p>
      <button type="button" className="ambit-button" onClick={() => onDecline(ask.id)}>
        {strings.decline}
      </button>
    </div>
  )
}

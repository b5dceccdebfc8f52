import { usePending } from '@ambit/react'
import { useRef, type ReactElement } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { LateNotice, type LateStatus } from '../late/late-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import { QuestionFrame, type QuestionProps } from './question-frame.tsx'
import { TextQuestion } from './text-question.tsx'

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

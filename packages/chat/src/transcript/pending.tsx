'use client'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { ApprovalCard, type ApprovalCardState } from '../approval/approval-card.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { PartProps } from '../part.ts'
import { usePending } from '@ambit/react'
import { englishApproval } from '../approval/approval-strings.ts'
import { useCardPlace } from '../approval/use-card-place.ts'
import { useWords } from '../strings/use-words.ts'
import { LateNotice, type LateStatus } from '../late/late-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import { QuestionFrame, type QuestionProps, useAskStrings } from '../ask/question-frame.tsx'
import { cleanText } from '../markdown/text-intake.ts'

/** The props of `Chat.Pending`: those of the card of an approval. */
export type PendingProps = PartProps<ApprovalCardState>

/**
 * Shows what waits for the user: questions of tools, requests for approval, and sign-ins. Leaves
 * out a request whose call is in a drawn message, which shows its card. While mounted, reports that
 * a user can answer, so tools may ask.
 */
export function Pending(props: PendingProps): ReactElement {
  const { agent } = useChat()
  return (
    <>
      <Questions />
      <PendingApprovals {...props} />
      <ErrorBoundary of={agent}>
        <LateSignIns />
      </ErrorBoundary>
    </>
  )
}

/**
 * Shows the requests whose call is in no drawn message. These are the requests of `execute`, of the
 * page's own calls, and of messages that are not loaded. While mounted, reports that a user can
 * answer requests.
 */
function PendingApprovals(props: PartProps<ApprovalCardState>): ReactElement | null {
  const pending = usePending('approval')
  const strings = useWords('pending', englishApproval)
  const replaced = new Set(pending.map(({ replaces }) => replaces))
  const latest = pending.filter(({ id }) => !replaced.has(id))
  const shownHere = useCardPlace(
    latest.map(({ callId }) => callId),
    false,
  )
  const elsewhere = latest.filter(({ callId }) => shownHere.includes(callId))
  if (elsewhere.length === 0) return null
  return (
    <section className="ambit-approvals" aria-label={strings.elsewhere}>
      {elsewhere.map((request) => (
        <ErrorBoundary key={request.callId} of={request}>
          <ApprovalCard {...props} request={request} />
        </ErrorBoundary>
      ))}
    </section>
  )
}

const LateQuestionForm = latePart(lateParts, ({ QuestionForm }) => QuestionForm, NoForm)

/**
 * Shows a form for each question that a tool asks by `ctx.ask`. While this component is mounted,
 * tools may ask. Renders nothing while no tool asks.
 */
function Questions(): ReactElement | null {
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

const LateOffers = latePart(lateParts, ({ SignInOffers }) => SignInOffers)

/** Shows `SignInOffers`, which is fetched when something first waits for the user to sign in. */
function LateSignIns(): ReactElement | null {
  return usePending('signIn').length > 0 ? <LateOffers /> : null
}

import { useAgent, useMessages } from '@ambit/react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { type PartProps, renderPart } from '../part.ts'
import { draftsOf } from '../composer/draft.ts'
import { hasStorage, isUnread } from '../sessions/has-storage.ts'
import { useCopy } from '../use-copy.ts'
import { isNotLoaded, type Problem, problemOf } from './problem-of.ts'
import { noteFailed } from './failed-messages.tsx'
import { lastRefused } from './refused-files.ts'
import { englishProblems, type ProblemStrings } from './problem-strings.ts'
import { refusedMessages, toRefusal, useRefusal } from './refused-messages.ts'
import { textOf } from '../said.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSession } from '../use-activity.ts'
import { messageOf } from './message-of.ts'

/** The props of `ErrorNotice`. */
export type ErrorNoticeProps = PartProps<ErrorNoticeState>

/** The state of `ErrorNotice`. `limit`: the run was stopped by a limit, and can go on. */
export type ErrorNoticeState = { readonly kind: Problem['kind'] }

/**
 * Shows why the last run did not complete, in words for people. One button goes on from there,
 * another copies the error's kind, message and ids, which are folded. If code could not be fetched,
 * a third reloads the page and keeps the user's unanswered text. Renders nothing while there is
 * no error.
 *
 * For files that were refused, the button goes on without them. No button is there that would meet
 * the same refusal. A message that a guardrail refused is offered for an edit instead. For a
 * refused answer, the notice says that an answer was withheld.
 */
export function ErrorNotice(props: ErrorNoticeProps): ReactElement | null {
  const { agent, field } = useChat()
  const strings = useWords('problems', englishProblems)
  const { edit: editAgain } = useWords('messages', englishMessages)
  const { error, status, resume } = useAgent()
  // Another list of messages, and not each delta.
  const { ids } = useMessages()
  const { running, isInterrupted } = useSession(agent)
  const refusal = useRefusal(agent)
  const isOver = ids.length > 0 && status === 'idle' && !running && !isInterrupted
  const refusedFiles = error || isOver ? lastRefused(agent.history.messages, error) : undefined
  const problem = error || refusedFiles ? problemOf(error, strings, refusedFiles) : undefined
  const retriable = problem?.isFinal ? undefined : error
  useEffect(() => {
    if (retriable) noteFailed(agent)
  }, [agent, retriable])
  const isRefusedInput = toRefusal(error)?.details.phase === 'input'
  const isUnloaded = isNotLoaded(error)
  const last = agent.history.messages.at(-1)
  // A message with a file is back in the field: there is nothing to go on from.
  const isBack = isUnloaded && last?.role !== 'user'
  const retryNow = (): void => {
    // The button disappears with the error.
    field.current?.focus()
    void resume()
  }
  const reload = (): void => {
    // Without a storage that works, the message is in this page only.
    const isLost = !hasStorage(agent) || isUnread(agent) || agent.sessions.getState().degraded
    if (last?.role === 'user' && (isLost || last.local))
      draftsOf(agent).keepForReload(textOf(last.content))
    location.reload()
  }
  const edit = (): void => {
    refusedMessages(agent).takeBack()
    field.current?.focus()
  }
  return (
    <>
      {refusal && (
        <ProblemView {...props} error={refusal} problem={problemOf(refusal, strings)}>
          <button type="button" className="ambit-button" onClick={edit}>
            {editAgain}
          </button>
        </ProblemView>
      )}
      {problem && !isRefusedInput && (
        <ProblemView {...props} error={error} problem={problem}>
          {!problem.isFinal && !isBack && (
            <button type="button" className="ambit-button" onClick={retryNow}>
              {refusedFiles ? strings.goOnWithout : againText(problem, strings)}
            </button>
          )}
          {isUnloaded && (
            <button type="button" className="ambit-button" onClick={reload}>
              {strings.reload}
            </button>
          )}
        </ProblemView>
      )}
    </>
  )
}

/** Shows one error with its buttons. */
function ProblemView({
  error,
  problem,
  children,
  ...props
}: ErrorNoticeProps & {
  readonly error: Error | undefined
  readonly problem: Problem
  readonly children: ReactNode
}): ReactElement {
  const { agent, announce } = useChat()
  const strings = useWords('problems', englishProblems)
  const copy = useCopy()
  const { kind, title, text } = problem
  const details = error && errorDetails(error)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The status line speaks the end of a run. A steered message may be refused before the end.
    if (agent.getState().status !== 'idle') announce([title, text].filter(Boolean).join(': '))
  }, [agent, announce, title, text])
  return renderPart(
    'div',
    'error',
    props,
    { kind },
    {
      role: 'group',
      'aria-label': title,
      children: (
        <>
          <Icon name={kind === 'limit' ? 'note' : 'failed'} />
          <div className="ambit-error-text">
            <strong>{title}</strong>
            {text && <p dir="auto">{cleanText(text)}</p>}
          </div>
          <div className="ambit-error-buttons">
            {children}
            {kind !== 'limit' && details !== undefined && (
              <button type="button" className="ambit-button" onClick={() => void copy(details)}>
                {strings.copyDetails}
              </button>
            )}
          </div>
          {kind === 'failure' && details !== undefined && (
            <details
              className="ambit-error-details"
              onToggle={(event) => setOpen(event.currentTarget.open)}
            >
              <summary>
                <Icon name="open" />
                {strings.details}
              </summary>
              {isOpen && <pre dir="ltr">{details}</pre>}
            </details>
          )}
        </>
      ),
    },
  )
}

/** Returns the text of the button that goes on. */
function againText({ kind }: Problem, strings: ProblemStrings): string {
  if (kind === 'limit') return strings.goOn
  return kind === 'refusal' ? strings.tryAgain : strings.retry
}

const facts = ['code', 'kind', 'status', 'tool', 'runId'] as const

/**
 * Returns the facts that help to examine an error: its kind, message and ids, one on each line.
 * Leaves out everything else that the error carries.
 */
export function errorDetails(error: unknown): string {
  const lines = facts.flatMap((name) => {
    const value = factOf(error, name) ?? factOf(read(error, 'details'), name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  const message = `${factOf(error, 'name') ?? 'Error'}: ${messageOf(error) ?? ''}`
  return cleanText([message, ...lines].join('\n'))
}

/** Returns a short value of an error or of its details. */
function factOf(from: unknown, name: string): string | number | undefined {
  const value = read(from, name)
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}

/** Reads a property. Never throws, whatever has it. */
function read(from: unknown, name: string): unknown {
  try {
    return Reflect.get(from as object, name)
  } catch {
    // Not everything that is thrown is an object, and a getter may throw.
    return undefined
  }
}

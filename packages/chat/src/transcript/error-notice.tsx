import { LoadError } from '@ambit/core'
import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { keepForReload } from '../composer/draft.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { useCopy } from '../use-copy.ts'
import { errorDetails } from './error-details.ts'
import { messageOf } from './message-of.ts'
import { textOf } from './text-of.ts'

/** The props of `ErrorNotice`. */
export type ErrorNoticeProps = PartProps<Record<never, never>>

/**
 * Shows why the last run did not complete. One button goes on from there, another copies the
 * error's kind, message and ids. If code could not be fetched, a third reloads the page and keeps
 * the person's unanswered text. Renders nothing while there is no error.
 */
export function ErrorNotice(props: ErrorNoticeProps): ReactElement | null {
  const { agent, strings, field } = useChat()
  const { error, retry } = useAgent()
  const copy = useCopy()
  if (error === undefined) return null
  const retryNow = (): void => {
    // The button disappears with the error.
    field.current?.focus()
    void retry()
  }
  const reload = (): void => {
    const last = agent.history.messages.at(-1)
    // Without the engine, or without a storage, the message is in this page only.
    const isLost = LoadError.isInstance(error) || !hasStorage(agent)
    if (isLost && last?.role === 'user') keepForReload(agent, textOf(last.content))
    location.reload()
  }
  return renderPart(
    'div',
    'error',
    props,
    {},
    {
      role: 'group',
      'aria-label': strings.errorTitle,
      children: (
        <>
          <Icon name="failed" />
          <div className="ambit-error-text">
            <strong>{strings.errorTitle}</strong>
            <p dir="auto">{cleanText(messageOf(error) ?? strings.unknownError)}</p>
          </div>
          <div className="ambit-error-buttons">
            <button type="button" className="ambit-button" onClick={retryNow}>
              {strings.retry}
            </button>
            {isNotLoaded(error) && (
              <button type="button" className="ambit-button" onClick={reload}>
                {strings.reload}
              </button>
            )}
            <button
              type="button"
              className="ambit-button"
              onClick={() => void copy(errorDetails(error))}
            >
              {strings.copyDetails}
            </button>
          </div>
        </>
      ),
    },
  )
}

/** Tells if a run failed because a part of Ambit could not be fetched. */
const isNotLoaded = (error: Error): boolean =>
  LoadError.isInstance(error) || LoadError.isInstance(error.cause)

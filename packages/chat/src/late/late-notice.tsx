import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useShell } from '../chat-context.ts'
import { englishLate } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of the fetch of a part, with a function that tries again. */
export interface LateStatus {
  readonly hasFailed: boolean
  /** True while a try is in progress. */
  readonly isLoading: boolean
  readonly onRetry: () => void
}

export interface LateNoticeProps extends LateStatus {
  /** The sentence in place of `problems.partNotLoaded` of the chat. */
  readonly notLoaded?: string | undefined
}

/**
 * Shows that a part could not be fetched, with one button that tries again and one that reloads the
 * page. The user's unsent text is kept over a reload. Renders nothing while no fetch has failed.
 */
export function LateNotice(props: LateNoticeProps): ReactElement | null {
  return props.hasFailed ? <Failure {...props} /> : null
}

function Failure({ isLoading, onRetry, notLoaded }: LateNoticeProps): ReactElement {
  const { field } = useShell()
  const strings = useWords('problems', englishLate)
  const text = notLoaded ?? strings.partNotLoaded
  const box = useRef<HTMLDivElement>(null)
  // The buttons disappear when a later try succeeds. The focus then moves to the text field.
  useLayoutEffect(() => {
    const [element, next] = [box.current, field.current]
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) next?.focus()
    }
  }, [field])
  return (
    <div className="ambit-not-loaded" role="group" aria-label={text} ref={box}>
      <p role="alert">{text}</p>
      <div>
        <button
          type="button"
          className="ambit-button"
          aria-disabled={isLoading || undefined}
          onClick={() => !isLoading && onRetry()}
        >
          {strings.retry}
        </button>
        <button type="button" className="ambit-button" onClick={() => location.reload()}>
          {strings.reload}
        </button>
      </div>
    </div>
  )
}

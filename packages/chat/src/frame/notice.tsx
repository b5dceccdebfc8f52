import { type ReactElement, useSyncExternalStore } from 'react'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useWords } from '../strings/use-words.ts'
import { englishProblems } from '../transcript/problem-strings.ts'

/** The props of `Notice`. */
interface NoticeProps extends PartProps<Record<never, never>, 'p'> {
  /**
   * A fact that the user should always see, such as that no language model answers. Plain text.
   */
  readonly text: string
}

/** Shows one plain line under the header. */
export function Notice(props: NoticeProps): ReactElement {
  return renderPart(
    'p',
    'notice',
    props,
    {},
    {
      role: 'note',
      children: (
        <>
          <Icon name="note" />
          <span>{props.text}</span>
        </>
      ),
    },
  )
}

/** Says in one line, which is also spoken, that the browser has no network, while it has none. */
export function OfflineNotice(): ReactElement {
  const { offline } = useWords('problems', englishProblems)
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return <div aria-live="polite">{!isOnline && <Notice text={offline} />}</div>
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

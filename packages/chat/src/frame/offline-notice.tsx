import { type ReactElement, useSyncExternalStore } from 'react'
import { englishProblems } from '../transcript/problem-strings.ts'
import { Notice } from './notice.tsx'
import { useWords } from '../strings/use-words.ts'

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

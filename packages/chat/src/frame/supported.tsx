import { useSyncExternalStore, type ReactElement, type ReactNode } from 'react'
import { isSupported } from '@ambit/core'
import { OwnHeader } from './header.tsx'
import { englishLate } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** Shows the content of a chat, or one sentence in a browser that is too old for the agent. */
export function Supported({ children }: { readonly children: ReactNode }): ReactElement {
  const strings = useWords('problems', englishLate)
  // A page that hydrates begins as the server rendered it.
  if (useSyncExternalStore(subscribe, isSupported, () => true)) return <>{children}</>
  return (
    <>
      <OwnHeader />
      <div className="ambit-early">
        <p className="ambit-loading" role="note">
          {strings.tooOld}
        </p>
      </div>
    </>
  )
}

const subscribe = () => () => undefined

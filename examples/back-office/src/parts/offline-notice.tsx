import type { ReactElement } from 'react'
import { useOnline } from './use-online.ts'

/** Says that there is no connection, and what that means for what is on the page. */
export function OfflineNotice(): ReactElement {
  const isOnline = useOnline()
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p>
          <b>You are offline.</b> What you see may be old. It goes on by itself when you are back.
        </p>
      )}
    </div>
  )
}

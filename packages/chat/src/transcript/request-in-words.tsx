import type { PendingApproval } from '@ambit/core'
import { useSyncExternalStore, type ReactElement } from 'react'
import { englishApproval } from '../approval/approval-strings.ts'
import { spokenRequest } from '../approval/spoken-request.ts'
import { useChat } from '../chat-context.ts'
import { toolTitle, withLabel } from '../tool-card/tool-title.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Names the call that waits for the person; screen readers also get its arguments. Renders nothing
 * while no call waits.
 */
export function RequestInWords(): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('pending', englishApproval)
  const { pending } = agent
  const read = (): PendingApproval | undefined => pending.list('approval')[0]
  const request = useSyncExternalStore(pending.subscribe, read, () => undefined)
  if (!request) return null
  const details = spokenRequest(request, strings)
  return (
    <>
      {`: ${withLabel(toolTitle(agent, request.tool), request.label)}`}
      {details && <span className="ambit-only-spoken">{` (${details})`}</span>}
    </>
  )
}

import type { Agent, PendingApproval } from '@ambit/core'
import { useSyncExternalStore, type ReactElement } from 'react'
import { englishApproval } from '../approval/approval-strings.ts'
import { shownSentence } from '../approval/shown-value.ts'
import { spokenRequest } from '../approval/spoken-request.ts'
import { useChat } from '../chat-context.ts'
import { toolTitle, withLabel } from '../tool-card/tool-title.ts'
import { useWords } from '../strings/use-words.ts'

interface RequestInWordsProps {
  /** The words that say that the user is asked. */
  readonly waiting: string
}

/**
 * Tells screen readers that the user is asked, and of the call that waits with its arguments.
 * What is asked is visible in its own place.
 */
export function RequestInWords({ waiting }: RequestInWordsProps): ReactElement {
  const { agent } = useChat()
  const strings = useWords('pending', englishApproval)
  const { pending } = agent
  const read = (): PendingApproval | undefined => pending.list('approval')[0]
  const request = useSyncExternalStore(pending.subscribe, read, () => undefined)
  return (
    <span className="ambit-only-spoken">
      {waiting}
      {request && `: ${titleOf(agent, request)}${inBrackets(spokenRequest(request, strings))}`}
    </span>
  )
}

const titleOf = (agent: Agent, { sentence, tool, label }: PendingApproval): string =>
  shownSentence(sentence) ?? withLabel(toolTitle(agent, tool), label)

const inBrackets = (details: string): string => details && ` (${details})`

import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { englishApproval } from '../approval/approval-strings.ts'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useWords } from '../strings/use-words.ts'
import { titleOfCall } from './tool-title.ts'

interface WithinCallsProps {
  readonly callId: string
  /** The name of the agent inside; undefined for a call that is part of no other. */
  readonly agentName: string | undefined
}

/** Says for which calls a call inside them asks. Renders nothing for a call inside no other. */
export function WithinCalls({ callId, agentName }: WithinCallsProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('pending', englishApproval)
  if (agentName === undefined) return null
  const titles = titlesAround(agent, callId)
  const calls = (titles.length > 0 ? titles : [cleanText(agentName)]).map((title) => `“${title}”`)
  return (
    <p className="ambit-within" dir="auto">
      {strings.within(calls.join(' › '))}
    </p>
  )
}

/** Returns the titles of the calls that a call is part of, the outermost first. */
function titlesAround(agent: Agent, callId: string): readonly string[] {
  const { parentCallId } = agent.calls.getState().get(callId) ?? {}
  const around = parentCallId && agent.calls.getState().get(parentCallId)
  return around ? [...titlesAround(agent, parentCallId), titleOfCall(agent, around)] : []
}

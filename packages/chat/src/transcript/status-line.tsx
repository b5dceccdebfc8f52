import type { ActivityState } from '@ambit/core'
import { useAgent, useSessions } from '@ambit/react'
import { useEffect, useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { toolTitle } from '../tool-card/tool-title.ts'
import { useActivity } from '../use-activity.ts'
import { RequestInWords } from './request-in-words.tsx'
import { messageOf } from './message-of.ts'
import { RetryCountdown } from './retry-countdown.tsx'
import { runOutcome, type RunOutcome } from './run-outcome.ts'

/** What `StatusLine` says about itself. */
export type StatusLineState = { readonly status: 'working' | 'waiting' | 'idle' | RunOutcome }

/** What `StatusLine` takes. */
export type StatusLineProps = PartProps<StatusLineState, 'p'>

/**
 * The one live region of the chat: speaks when work begins, each tool that runs, a wait for another try, and how it ended. Text that streams
 * is not spoken; what a person has to allow is, with what it would be done with. Seen while the agent works, heard throughout.
 */
export function StatusLine(props: StatusLineProps): ReactElement {
  const { strings } = useChat()
  const { agent, status, error } = useAgent()
  const tool = useActivity(agent, runningTool)
  const outcome = useActivity(agent, runOutcome)
  const waitingFor = useActivity(agent, (activity) => activity.waitingFor)
  const { isInterrupted } = useSessions()
  const [hasRun, setHasRun] = useState(false)
  // The store itself: a run may begin and end within one frame.
  useEffect(
    () => agent.activity.subscribe(({ status }) => status !== 'idle' && setHasRun(true)),
    [agent],
  )

  let state: StatusLineState['status'] = status === 'waiting' ? 'waiting' : 'working'
  // Of what was cut short, here or in another page, another part tells.
  const hasEnded = (hasRun || error !== undefined) && !isInterrupted
  if (status === 'idle') state = hasEnded ? outcome : 'idle'
  const texts: Record<typeof state, string> = {
    idle: '',
    working: tool === undefined ? strings.working : strings.usingTool(toolTitle(agent, tool)),
    waiting: {
      person: strings.waitingForPerson,
      network: strings.offline,
      retry: strings.waiting,
    }[waitingFor ?? 'retry'],
    done: strings.done,
    stopped: strings.stopped,
    failed: [strings.failed, messageOf(error)].filter(Boolean).join(': '),
  }
  return renderPart(
    'p',
    'status',
    props,
    { status: state },
    {
      role: 'status',
      children: (
        <>
          {texts[state]}
          {state === 'waiting' && waitingFor === 'person' && <RequestInWords />}
          {state === 'waiting' && waitingFor === 'retry' && <RetryCountdown />}
        </>
      ),
    },
  )
}

/** The tool that runs now; of several the one that started last. */
const runningTool = ({ calls }: ActivityState): string | undefined =>
  [...calls.values()].findLast(({ status }) => status === 'running')?.tool

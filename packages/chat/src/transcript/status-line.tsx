import type { ActivityState } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { toolTitle } from '../tool-card/tool-title.ts'
import { useActivity } from '../use-activity.ts'
import { messageOf } from './message-of.ts'
import { runOutcome, type RunOutcome } from './run-outcome.ts'

/** What `StatusLine` says about itself. */
export type StatusLineState = { readonly status: 'working' | 'waiting' | 'idle' | RunOutcome }

export type StatusLineProps = PartProps<StatusLineState, 'p'>

/**
 * The one live region of the chat: speaks when work begins, each tool that runs, a wait for another try, and how it ended. Text that streams
 * is not spoken. Seen while the agent works, heard throughout.
 */
export function StatusLine(props: StatusLineProps): ReactElement {
  const { strings } = useChat()
  const { agent, status, error } = useAgent()
  const tool = useActivity(agent, runningTool)
  const outcome = useActivity(agent, runOutcome)
  const [hasRun, setHasRun] = useState(false)
  if (status !== 'idle' && !hasRun) setHasRun(true)

  let state: StatusLineState['status'] = status === 'waiting' ? 'waiting' : 'working'
  if (status === 'idle') state = hasRun ? outcome : 'idle'
  const texts: Record<typeof state, string> = {
    idle: '',
    working: tool === undefined ? strings.working : strings.usingTool(toolTitle(agent, tool)),
    waiting: strings.waiting,
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
      children: texts[state],
    },
  )
}

/** The tool that runs now; of several the one that started last. */
const runningTool = ({ calls }: ActivityState): string | undefined =>
  [...calls.values()].findLast(({ status }) => status === 'running')?.tool

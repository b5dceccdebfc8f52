import type { Agent, AgentState } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useEffect, useState, type ReactElement } from 'react'
import { runningCall } from '../acting/running-call.ts'
import { renderPart, type PartProps } from '../part.ts'
import { toolTitle, withLabel } from '../tool-card/tool-title.ts'
import { useActivity, useSession } from '../use-activity.ts'
import { RequestInWords } from './request-in-words.tsx'
import { problemOf } from './problem-of.ts'
import { lastRefused } from './refused-files.ts'
import { RetryCountdown } from './retry-countdown.tsx'
import { runOutcome, type RunOutcome } from './run-outcome.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishProblems, type ProblemStrings } from './problem-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `StatusLine`. */
export type StatusLineState = { readonly status: 'working' | 'waiting' | 'idle' | RunOutcome }

/** The props of `StatusLine`. */
export type StatusLineProps = PartProps<StatusLineState, 'p'>

/**
 * Shows the status line: the one live region for the agent's work. Screen readers speak the start
 * of work, each tool that runs, a wait for another try, and the end. A call that the user has to
 * allow is spoken with its arguments. Text that streams is not spoken. The line is spoken at all
 * times, and visible while the agent works. What the user is asked is visible in its own place.
 */
export function StatusLine(props: StatusLineProps): ReactElement {
  const strings = useWords('chat', englishFrame)
  const problems = useWords('problems', englishProblems)
  const agent = useProvidedAgent()
  // All of it is of one moment. `useAgent` may be a frame behind.
  const status = useActivity(agent, (activity) => activity.status)
  const tool = useActivity(agent, (activity) => runningCall(activity)?.tool)
  const label = useActivity(agent, (activity) => runningCall(activity)?.label)
  const outcome = useActivity(agent, runOutcome)
  const waitingFor = useActivity(agent, (activity) => activity.waitingFor)
  const isAsking = status === 'waiting' && waitingFor === 'user'
  const hasError = useActivity(agent, (activity) => activity.error !== undefined)
  const { error } = agent.getState()
  const { isInterrupted, current } = useSession(agent)
  const isThere = useIsThere()
  /** The session in which the agent last worked: its end is not told in another. */
  const [ranIn, setRanIn] = useState<string>()
  // The code subscribes to the store itself: a run may begin and end within one frame. It may also
  // have begun before this part was there, and end without another change.
  useEffect(() => {
    const note = ({ status }: AgentState): void => {
      if (status !== 'idle') setRanIn(agent.sessions.current)
    }
    note(agent.getState())
    return agent.subscribe(note)
  }, [agent])

  let state: StatusLineState['status'] = status === 'waiting' ? 'waiting' : 'working'
  // Another part reports a run that was cut short, here or on another page.
  const hasEnded = (ranIn === current || hasError) && !isInterrupted
  if (status === 'idle') state = hasEnded ? outcome : 'idle'
  const texts: Record<typeof state, string> = {
    idle: '',
    working:
      tool === undefined
        ? strings.working
        : strings.usingTool(withLabel(toolTitle(agent, tool), label)),
    waiting: {
      user: strings.waitingForUser,
      network: strings.offline,
      retry: strings.waiting,
      none: strings.working,
    }[waitingFor ?? 'none'],
    done: strings.done,
    stopped: error ? problemText(agent, error, problems) : strings.stopped,
    failed: error ? problemText(agent, error, problems) : strings.failed,
  }
  return renderPart(
    'p',
    'status',
    props,
    { status: state },
    {
      role: 'status',
      children: isThere && (
        <>
          {isAsking ? <RequestInWords waiting={texts.waiting} /> : texts[state]}
          {state === 'waiting' && waitingFor === 'retry' && <RetryCountdown />}
        </>
      ),
    },
  )
}

/** False at first: a region that comes together with its words speaks none of them. */
function useIsThere(): boolean {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsThere(true))
    return () => clearTimeout(timer)
  }, [])
  return isThere
}

/** Returns the words for a run that did not complete. */
function problemText({ history }: Agent, error: Error, strings: ProblemStrings): string {
  const { title, text } = problemOf(error, strings, lastRefused(history.messages, error))
  return [title, text].filter(Boolean).join(': ')
}

import { type Agent, AgentError, type AgentState, type PendingApproval } from '@ambit/core'
import { useAgent, useProvidedAgent } from '@ambit/react'
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { runningCall } from '../acting/running-call.ts'
import { type PartProps, renderPart } from '../part.ts'
import { toolTitle, withLabel, withoutId } from '../tool-card/tool-title.ts'
import { useActivity, useSession } from '../use-activity.ts'
import { problemOf } from './problem-of.ts'
import { lastRefused } from './refused-files.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishProblems, type ProblemStrings } from './problem-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { englishApproval } from '../approval/approval-strings.ts'
import { shownSentence } from '../approval/shown-value.ts'
import { useChat } from '../chat-context.ts'
import { argWords } from '../values/arg-words.ts'
import { type ValueStrings, valueWords } from '../values/value-words.ts'
import { valueText } from '../tool-card/value-text.ts'

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

interface RequestInWordsProps {
  /** The words that say that the user is asked. */
  readonly waiting: string
}

/**
 * Tells screen readers that the user is asked, and of the call that waits with its arguments.
 * What is asked is visible in its own place.
 */
function RequestInWords({ waiting }: RequestInWordsProps): ReactElement {
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

const MOST_CHARS = 400

/**
 * Returns the arguments of a call as text to be spoken: each with its name, at most 400 characters.
 */
export function spokenRequest(
  request: Pick<PendingApproval, 'args' | 'label' | 'parameters'>,
  strings: ValueStrings,
): string {
  const { label, parameters } = request
  let said = ''
  let isCut = false
  const args = withoutId(request.args, label)
  for (const name of Object.keys(args)) {
    const value = args[name]
    const words = argWords(parameters, name)
    const text =
      valueWords(value, words, strings) ??
      (typeof value === 'object' ? JSON.stringify(value) : String(value))
    // Some characters are not said, such as hidden ones, so more than the length is taken.
    isCut = said.length > 2 * MOST_CHARS
    if (isCut) break
    said += `${said && ', '}${words.title}: ${text.slice(0, MOST_CHARS)}`
  }
  const line = valueText(said).replaceAll(/\s+/g, ' ')
  return isCut || line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}

/**
 * Shows the time until the model is called again. The time is not spoken: a live region would speak
 * every second.
 */
function RetryCountdown(): ReactElement | null {
  const strings = useWords('chat', englishFrame)
  const { agent } = useAgent()
  const retryAt = useActivity(agent, (activity) => activity.retryAt)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil(((retryAt ?? now) - now) / 1000)
  return seconds > 0 ? <span aria-hidden>{strings.waitingFor(seconds)}</span> : null
}

/** The outcome of a run on the status line. `stopped` is a cancel, or a limit. */
type RunOutcome = 'done' | 'stopped' | 'failed'

/** Returns the outcome of the last run. */
export function runOutcome({
  error,
  cancelled,
}: Pick<AgentState, 'error' | 'cancelled'>): RunOutcome {
  if (AgentError.is(error, 'limit')) return 'stopped'
  if (error !== undefined) return 'failed'
  return cancelled ? 'stopped' : 'done'
}

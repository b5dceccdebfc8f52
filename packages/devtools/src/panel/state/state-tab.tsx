import { type ReactElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { TabProps } from '../tab.ts'
import type { Agent, AgentState, SessionsState, UsageTotal } from '@ambit/core'
import { useRead } from '../use-read.ts'
import { errorWords } from '../error-words.ts'
import { toShownJson, toShownStart } from '../redact-shown.ts'
import { toClock, toDateClock } from '../format.ts'
import type { StateChange, StateLog } from '../../watch/state-log.ts'
import { contentText } from '../history/describe-message.ts'

/** Renders the tab "State": what the agent holds beside the messages. */
export function StateTab({ watched: { agent, states }, go }: TabProps): ReactElement {
  return (
    <div className="state">
      <Shared agent={agent} states={states} go={go} />
      <Now agent={agent} />
      <Waiting agent={agent} />
      <StoredSessions key={agent.name} agent={agent} />
      <Held agent={agent} />
    </div>
  )
}

/** Shows what calls left behind, and what could not be registered. */
function Held({ agent }: { readonly agent: Agent }): ReactElement {
  const { scopes } = agent
  const all = [...useRead(agent.calls).values()]
  const undoable = all.filter(({ undo }) => undo !== undefined)
  const calls = all.filter(({ source }) => source !== undefined)
  const { artifacts: given } = useRead(agent.sessions)
  const { allowsOutside } = useRead(scopes)
  const show = (text: string): string => toShownStart(text, agent, 300)
  return (
    <>
      <Items title="Left out">
        {scopes.leftOut.map(({ what, error }, at) => (
          <li key={at} className="fault">
            {show(what)}: {errorWords(error, agent)}
          </li>
        ))}
      </Items>
      <Items title="Calls with an undo">
        {undoable.map(({ callId, tool, undo }) => (
          <li key={callId}>
            {tool} <small>{undo?.status}</small> {undo?.error && errorWords(undo.error, agent)}
          </li>
        ))}
      </Items>
      <Items title={allowsOutside ? 'Callers from outside' : 'Callers from outside, stopped'}>
        {calls.map(({ callId, tool, label, source, state }) => (
          <li key={callId}>
            {show([tool, label].filter(Boolean).join(' '))}{' '}
            <small>
              {source}, {state}
            </small>
          </li>
        ))}
      </Items>
      <Items title="Artifacts">
        {given.map(({ runId, id, type, title, tool }) => (
          <li key={`${runId} ${id}`}>
            {show(title ?? id)}{' '}
            <small>
              {type}, by {tool}
            </small>
          </li>
        ))}
      </Items>
    </>
  )
}

/** Shows the activity, the open session, and its usage. */
function Now({ agent }: { readonly agent: Agent }): ReactElement {
  const { history, sessions } = agent
  // A text, so that deltas render nothing.
  const doing = useSyncExternalStore(agent.subscribe, () => activityWords(agent.getState()))
  const isBusy = useSyncExternalStore(agent.subscribe, () => agent.getState().status !== 'idle')
  const { messages } = useRead(history)
  const session = useRead(sessions)
  const { usage, degraded } = session
  return (
    <>
      <Facts
        title="Activity"
        of={[
          ['Now', toShownStart(doing, agent, 500)],
          ['This chat', usageWords(usage.run)],
          ['This session', usageWords(usage.session)],
        ]}
      />
      <Facts
        title="Open session"
        of={[
          ['Id', session.current],
          [
            'Messages',
            `${messages.length} in the conversation, ${history.all.length} with branches`,
          ],
          ['Run', runWords(session, isBusy)],
          ['Older messages', session.hasOlder ? 'are in the storage' : 'none'],
          ['Unsent messages', session.unsent.length],
          [
            'Storage',
            degraded
              ? `${degraded.reason}: ${toShownStart(degraded.message, agent, 500)}`
              : 'no failure',
          ],
        ]}
      />
    </>
  )
}

function activityWords({ status, waitingFor, retryAt, error, cancelled }: AgentState): string {
  if (status !== 'idle') {
    const time = retryAt === undefined ? '' : ` until ${toClock(retryAt)}`
    return waitingFor ? `waits for ${waits[waitingFor]}${time}` : status
  }
  if (error) return `idle; the last run failed: ${error.message}`
  return cancelled ? `idle; the last run was cancelled (${cancelled.kind})` : 'idle'
}

const waits = { retry: 'the next try', network: 'the network', user: 'a user' }

function runWords(
  { running, isInterrupted, isResuming, isOpening }: SessionsState,
  isBusy: boolean,
): string {
  if (isOpening) return 'the session is being read'
  if (running === 'elsewhere') return 'goes on in another tab'
  // Only a run that is stored is known to the session.
  if (running === 'here' || isBusy) return 'goes on in this tab'
  if (isResuming) return 'an interrupted run is about to go on'
  return isInterrupted
    ? 'the last run was cut short, and can be resumed'
    : 'none goes on, in this tab or another'
}

function usageWords({ usage, costUsd }: UsageTotal): string {
  const { totalTokens, promptTokens, completionTokens, cachedTokens } = usage
  const cached = cachedTokens ? `, ${cachedTokens} from the cache` : ''
  const cost = costUsd === undefined ? '' : `, $${costUsd}`
  return `${totalTokens} tokens (${promptTokens} in${cached}, ${completionTokens} out)${cost}`
}

/** The time between two readings of the states while they are shown. */
const everyMs = 250

interface SharedProps extends Pick<TabProps, 'go'> {
  readonly agent: Agent
  readonly states: StateLog
}

/** Shows the states that the page shares with the agent, and who changed them. */
function Shared({ agent, states, go }: SharedProps): ReactElement {
  useEffect(() => {
    states.look()
    const timer = setInterval(() => states.look(), everyMs)
    return () => clearInterval(timer)
  }, [states])
  const show = (value: unknown): string =>
    value === undefined ? 'nothing' : toShownStart(toShownJson(value, agent), agent)
  return (
    <>
      {useRead(states).map(({ name, value, changes }) => (
        <section key={name} aria-label={`State ${name}`}>
          <h3>
            {name} <small>state of the page</small>
          </h3>
          <pre>{toShownJson(value, agent)}</pre>
          <ul aria-label={`Changes of ${name}`}>
            {changes.map((change, nth) => (
              <li key={nth}>
                <small>{toClock(change.at)}</small>
                <span>
                  {toShownStart(change.member, agent)} {show(change.before)} → {show(change.after)}
                </span>
                <Who change={change} tool={`set_${name}`} go={go} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface WhoProps extends Pick<TabProps, 'go'> {
  readonly change: StateChange
  readonly tool: string
}

function Who({ change: { callId, isUndo }, tool, go }: WhoProps): ReactElement {
  if (callId === undefined) return <small>the user or the page</small>
  return (
    <button type="button" onClick={() => go('timeline', callId)}>
      {isUndo ? `undo of ${tool}` : `the agent, ${tool}`}
    </button>
  )
}

type Info = Awaited<ReturnType<Agent['sessions']['list']>>[number]

const limit = 50

/** Lists the stored sessions when asked to, and opens one. */
function StoredSessions({ agent }: { readonly agent: Agent }): ReactElement {
  const { sessions } = agent
  const { current } = useRead(sessions)
  const [found, setFound] = useState<readonly Info[]>()
  const [words, setWords] = useState('')
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      setWords(await act())
    } catch (error) {
      setWords(errorWords(error, agent))
    }
  }
  const list = async (): Promise<string> => {
    const infos = await sessions.list({ limit })
    setFound(infos)
    return infos.length === limit ? `The newest ${limit}.` : `${infos.length} sessions.`
  }
  const open = async (id: string): Promise<string> => {
    await sessions.open(id)
    return 'The session is open.'
  }
  return (
    <section aria-label="Stored sessions">
      <h3>Stored sessions</h3>
      <button type="button" onClick={() => void attempt(list)}>
        List
      </button>
      <p role="status">{words}</p>
      <ul>
        {found?.map(({ id, title, updatedAt, messages, isRunning }) => (
          <li key={id}>
            <span>
              {toShownStart(title ?? 'without a title', agent, 200)}{' '}
              <small>
                {messages} messages, {toDateClock(updatedAt)}
                {isRunning && ', a run has not ended'}
              </small>
            </span>
            <button
              type="button"
              disabled={id === current}
              onClick={() => void attempt(() => open(id))}
            >
              {id === current ? 'Is open' : 'Open'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows what waits: messages for their turn, and calls for a user. */
function Waiting({ agent }: { readonly agent: Agent }): ReactElement {
  const { queue, pending } = agent
  const { waiting } = useRead(queue)
  useRead(pending)
  const show = (text: string): string => toShownStart(text, agent, 300)
  return (
    <>
      <Items title="Queue">
        {waiting.map(({ runId, input }) => (
          <li key={runId}>
            <span>{show(contentText(input)) || 'an answer that is tried again'}</span>
            <button type="button" onClick={() => queue.cancel(runId)}>
              Remove
            </button>
          </li>
        ))}
      </Items>
      <Items title="Approvals that wait">
        {pending.list('approval').map(({ id, title, label, cause }) => (
          <li key={id}>{show([title, label, `(${cause})`].filter(Boolean).join(' '))}</li>
        ))}
      </Items>
      <Items title="Questions that wait">
        {pending.list('question').map(({ id, tool, message }) => (
          <li key={id}>{show(`${tool}: ${message ?? 'a form'}`)}</li>
        ))}
      </Items>
      <Items title="Sign-ins that wait">
        {pending.list('signIn').map(({ id, label, problem }) => (
          <li key={id}>{show(problem === undefined ? label : `${label}: ${problem}`)}</li>
        ))}
      </Items>
    </>
  )
}

/** Shows a part of the state: a title, and names with their values. */
function Facts(props: {
  readonly title: string
  readonly of: readonly (readonly [name: string, value: ReactNode])[]
}): ReactElement {
  return (
    <section aria-label={props.title}>
      <h3>{props.title}</h3>
      <dl>
        {props.of.map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Shows a part of the state that is a list. Shows nothing if it is empty. */
function Items(props: {
  readonly title: string
  readonly children: readonly ReactElement[]
}): ReactElement | null {
  if (props.children.length === 0) return null
  return (
    <section aria-label={props.title}>
      <h3>
        {props.title} <small>{props.children.length}</small>
      </h3>
      <ul>{props.children}</ul>
    </section>
  )
}

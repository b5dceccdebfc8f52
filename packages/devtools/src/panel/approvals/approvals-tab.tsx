import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabName, TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { type ApprovalEntry, toEntries } from './approval-entries.ts'
import { toClock, toDuration } from '../format.ts'
import { toShownJson, toShownStart, toShownText } from '../redact-shown.ts'
import type { Agent, Message } from '@ambit/core'
import type { KeptRequest } from '../../watch/request-log.ts'

interface Choice {
  readonly at?: string | undefined
  readonly key: string
  readonly callId: string
}

/** Renders the tab "Approvals": the calls that wait for a user, and those that were decided. */
export function ApprovalsTab({ watched, go, at }: TabProps): ReactElement {
  const { agent } = watched
  const { events } = useRead(watched.events)
  useRead(agent.pending)
  const pending = agent.pending.list('approval')
  const entries = useMemo(() => toEntries(events, pending), [events, pending])
  const [choice, setChoice] = useState<Choice>()
  const now = useNow(pending.length > 0)
  const { key, callId } = choice && choice.at === at ? choice : { key: at, callId: at }
  const found = entries.findIndex((one) => one.key === key)
  // The key changes with the request. Another tab opens an approval by the id of its call.
  const chosen = found < 0 ? entries.findIndex((one) => one.callId === callId) : found
  const entry = entries[chosen]
  const choose = (one: ApprovalEntry | undefined): void =>
    setChoice(one && { at, key: one.key, callId: one.callId })
  // The first that waits is chosen, and stays so after its answer.
  if (key === undefined && pending.length > 0) choose(entries[0])
  return (
    <div className="split">
      <div className="pane">
        {entries.length === 0 ? (
          <p className="empty">No call needed an approval so far.</p>
        ) : (
          <WindowedList
            label="Approvals"
            count={entries.length}
            chosen={chosen}
            onChoose={(place) => choose(entries[place])}
          >
            {(place) => (
              <ApprovalRow entry={entries[place] as ApprovalEntry} agent={agent} now={now} />
            )}
          </WindowedList>
        )}
      </div>
      <div className="pane">
        <div className="scroll" role="region" aria-label="Chosen approval" tabIndex={0}>
          {entry ? (
            <ApprovalDetails key={entry.key} entry={entry} watched={watched} go={go} now={now} />
          ) : (
            <p className="empty">Choose an approval to see what was asked, and why.</p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Returns the time, anew each second while something waits. */
function useNow(isWaiting: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return now
}

/** The reasons for asking a user, in words. */
const causes = {
  taint: 'the model had read third-party text, and the call sends or destroys something',
  tool: 'the tool requires it',
  policy: 'the policy of the agent requires it',
  effect: 'the call is destructive',
  resume: 'the call may have run already, before the page was loaded again',
} as const

interface ApprovalDetailsProps extends Pick<TabProps, 'watched' | 'go'> {
  readonly entry: ApprovalEntry
  readonly now: number
}

/** Renders one approval: what was asked, why, and who decided what. */
function ApprovalDetails({ entry, watched, go, now }: ApprovalDetailsProps): ReactElement {
  const { agent } = watched
  const { tool, request, outcome } = entry
  const { reason, remembered } = outcome ?? {}
  const { args, asked, edited } = outcome?.args ? outcome : (request ?? {})
  const show = (text: string): string => toShownText(text, agent)
  return (
    <>
      <h3>{tool}</h3>
      <p>
        {statusOf(entry)}
        {request && `, ${outcome ? 'after' : 'so far'} ${waitOf(entry, now)}`}
        {reason !== undefined && `: ${show(reason)}`}
      </p>
      {!outcome && request && <Answer id={request.id} watched={watched} />}
      {request && <p>A user is asked because {causes[request.cause]}.</p>}
      {request?.source !== undefined && <p>Asked for from outside: {show(request.source)}</p>}
      {remembered && <p>Remembered until {toClock(remembered.until)}</p>}
      <TaintPath entry={entry} watched={watched} go={go} />
      <h4>{edited ? 'Arguments, as they were changed' : 'Arguments'}</h4>
      <pre>{toShownJson(args, agent)}</pre>
      {asked && <h4>Arguments of the model</h4>}
      {asked && <pre>{toShownJson(asked, agent)}</pre>}
      {request?.preview !== undefined && <h4>Preview</h4>}
      {request?.preview !== undefined && <pre>{toShownJson(request.preview, agent)}</pre>}
      <p>
        {entry.iteration !== undefined && (
          <button type="button" onClick={() => go('requests', `${entry.runId}/${entry.iteration}`)}>
            Show the request
          </button>
        )}{' '}
        <button type="button" onClick={() => go('tools', tool)}>
          Show the tool
        </button>
      </p>
    </>
  )
}

/** Renders the answers that a developer can give. The log names the devtools as their source. */
function Answer({
  id,
  watched,
}: Pick<TabProps, 'watched'> & { readonly id: string }): ReactElement {
  const { pending } = watched.agent
  const [comment, setComment] = useState('')
  return (
    <div className="bar" role="group" aria-label="Answer by the devtools">
      <button type="button" onClick={() => pending.approve(id, {}, 'devtools')}>
        Approve
      </button>
      <button
        type="button"
        onClick={() => pending.deny(id, comment.trim() || undefined, 'devtools')}
      >
        Deny
      </button>
      <input
        aria-label="Reason for a denial"
        placeholder="Reason for a denial"
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
    </div>
  )
}

/** Renders the way of third-party text to the call, each step with its place. */
function TaintPath({
  entry,
  watched: { agent, requests },
  go,
}: Pick<ApprovalDetailsProps, 'entry' | 'watched' | 'go'>): ReactElement {
  const { all: messages } = agent.history
  const path = toTaintPath(entry, { messages, requests: requests.getState().requests })
  if (path.length === 0) return <></>
  return (
    <>
      <h4>The way of third-party text</h4>
      <ol aria-label="The way of third-party text">
        {path.map(({ words, place }, nth) => (
          <li key={nth}>
            {place ? (
              <button type="button" onClick={() => go(place.tab, place.id)}>
                {toShownText(words, agent)}
              </button>
            ) : (
              toShownText(words, agent)
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** One step on the way of third-party text to a call. */
export interface TaintStep {
  /** The step in words, with secrets. */
  readonly words: string
  /** The place in the panel that shows it. Absent if there is none. */
  readonly place?: { readonly tab: TabName; readonly id: string } | undefined
}

/** The data that the path is found in. */
interface TaintSource {
  /** All messages of the history, on all branches. */
  readonly messages: readonly Message[]
  readonly requests: readonly KeptRequest[]
}

/** The most messages that a path names. */
const maxMessages = 12

/**
 * Returns the way of third-party text to a call, by the rule that the engine uses. First come the
 * messages that brought such text, newest first. Then come the untrusted contexts of the request,
 * and the message of the model. Empty if the request was not tainted.
 */
export function toTaintPath(
  entry: ApprovalEntry,
  { messages, requests }: TaintSource,
): TaintStep[] {
  const { callId, runId, iteration, request } = entry
  if (request?.taint === undefined) return []
  const byId = new Map(messages.map((message) => [message.id, message]))
  const asking = messages.find(
    (message) => message.role === 'assistant' && message.calls?.some(({ id }) => id === callId),
  )
  const before = pathTo(asking, byId)
  const untrusted = before.filter(({ taint }) => taint === 'untrusted')
  const derived = before.filter(({ taint }) => taint === 'derived')
  // Without the text itself, the newest message that was made from it.
  const sources = untrusted.length > 0 ? untrusted.slice(0, maxMessages) : derived.slice(0, 1)
  const kept = requests.find((one) => one.runId === runId && one.iteration === iteration)
  const steps: TaintStep[] = sources.map((message) => ({
    words: sourceOf(message) ?? 'text from earlier in this conversation',
    place: { tab: 'history', id: message.id },
  }))
  const more = untrusted.length - maxMessages
  if (more > 0) steps.push({ words: `${more} more, from earlier in this conversation` })
  for (const { scope, untrusted: isForeign } of kept?.built.contexts ?? []) {
    if (!isForeign) continue
    steps.push({
      words: `the context of "${scope}"`,
      place: { tab: 'requests', id: `${runId}/${iteration}` },
    })
  }
  // Such as the words of a caller from outside, or of the call around a run.
  if (steps.length === 0) steps.push({ words: request.taint })
  if (asking) {
    steps.push({
      words: `the model had read it when it asked for "${entry.tool}"`,
      place: { tab: 'history', id: asking.id },
    })
  }
  return steps
}

/** Returns the messages before one, newest first. */
function pathTo(last: Message | undefined, byId: ReadonlyMap<string, Message>): Message[] {
  const path: Message[] = []
  let next = last && byId.get(last.parentId ?? '')
  while (next && path.length < byId.size) {
    path.push(next)
    next = byId.get(next.parentId ?? '')
  }
  return path
}

/** Returns the text that tainted a message, in the words of the engine. */
function sourceOf(message: Message): string | undefined {
  const { taint, taintedBy, imported } = message
  if (imported) return 'an imported conversation'
  if (taintedBy !== undefined || taint !== 'untrusted') return taintedBy
  switch (message.role) {
    case 'tool':
      return message.status === 'ok'
        ? `what "${message.name}" returned`
        : `the error of "${message.name}"`
    case 'assistant':
      return 'what the provider looked up'
    case 'user': {
      const { content, source } = message
      if (source === 'app') return 'a summary of text from others'
      const isText = typeof content === 'string' || content.every(({ type }) => type === 'text')
      return isText ? 'text that you gave' : 'a file that you attached'
    }
  }
}

/** The parties that decide, in words. */
const parties = {
  user: 'the user',
  devtools: 'the devtools',
  policy: 'the app',
  remembered: 'an approval that was remembered',
  timeout: 'the time limit',
  nobody: 'nobody, as nobody was there',
  cancelled: 'the end of the call',
  changed: 'a change of the tool or the call',
} as const

/** Returns the state of an approval, in words. */
const statusOf = ({ outcome }: ApprovalEntry): string =>
  outcome ? `${outcome.decision} by ${parties[outcome.by]}` : 'waits'

/** Returns how long an approval waited, in words. Empty if nobody was asked. */
const waitOf = ({ askedAt, outcome }: ApprovalEntry, now: number): string =>
  askedAt === undefined ? '' : toDuration(Math.max(0, (outcome?.at ?? now) - askedAt))

interface ApprovalRowProps {
  readonly entry: ApprovalEntry
  readonly agent: Agent
  readonly now: number
}

/** Renders one line of the list of approvals. */
function ApprovalRow({ entry, agent, now }: ApprovalRowProps): ReactElement {
  const { tool, request, outcome } = entry
  const args = outcome?.args ?? request?.args
  const kind = outcome ? (outcome.decision === 'approved' ? 'on' : 'off') : 'warn'
  return (
    <>
      <span className="fill">
        <span className={kind}>{statusOf(entry)}</span> <strong>{tool}</strong>{' '}
        {args && <span className="muted">{toShownStart(JSON.stringify(args), agent)}</span>}
      </span>
      {request?.taint !== undefined && <span className="warn">third-party text</span>}
      <span className="muted">{waitOf(entry, now)}</span>
    </>
  )
}

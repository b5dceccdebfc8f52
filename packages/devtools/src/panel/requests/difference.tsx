import type { Agent } from '@ambit/core'
import { type ReactElement, useMemo, useState } from 'react'
import { type KeptRequest, type RequestFacts, requestId } from '../../watch/request-log.ts'
import type { Watched } from '../../watch/watch-agent.ts'
import { toClock, toNumber, toPercent } from '../format.ts'
import { toShownText } from '../redact-shown.ts'
import { compareRequests } from './compare-requests.ts'
import type { Change } from './find-changes.ts'
import { toOrdinal } from './request-row.tsx'
import { Section } from './section.tsx'

/** The most changes that are shown. */
const most = 100

/** Renders what differs from an earlier request, and the choice of that request. */
export function Difference({
  request,
  requests,
  watched,
}: {
  readonly request: KeptRequest
  readonly requests: readonly KeptRequest[]
  readonly watched: Watched
}): ReactElement {
  const { agent, requests: log } = watched
  const [chosen, setChosen] = useState('')
  const earlier = requests.slice(0, requests.indexOf(request))
  const usual = findBefore(requests, request)
  const before = earlier.find((one) => requestId(one) === chosen) ?? usual
  if (!before) return <p className="muted">There is no request before it.</p>
  return (
    <>
      <p className="line">
        <label>
          Compared with{' '}
          <select value={requestId(before)} onChange={({ target }) => setChosen(target.value)}>
            {earlier.map((one, place) => (
              <option key={requestId(one)} value={requestId(one)}>
                {`#${toOrdinal(place, log)} · ${toClock(one.at)}`}
              </option>
            ))}
          </select>
        </label>
        {!isSameConversation(before, request) && <span>It is of another conversation.</span>}
      </p>
      <Found
        before={before}
        was={log.factsOf(before)}
        after={request}
        is={log.factsOf(request)}
        agent={agent}
      />
    </>
  )
}

/** Renders the difference between two requests, and what broke the cache. */
function Found({
  before,
  was,
  after,
  is,
  agent,
}: {
  readonly before: KeptRequest
  readonly was: RequestFacts
  readonly after: KeptRequest
  readonly is: RequestFacts
  readonly agent: Agent
}): ReactElement {
  const found = useMemo(
    () =>
      compareRequests({ request: before.built, facts: was }, { request: after.built, facts: is }),
    [before, was, after, is],
  )
  const { share, sharedBytes, bytes, repeated, cause, at, notes, changes } = found
  return (
    <>
      <p>
        <strong>{toPercent(share)} shared</strong>{' '}
        <span className="muted">
          {toNumber(sharedBytes)} of {toNumber(bytes)} bytes from the start; {toPercent(repeated)}{' '}
          of what should stay the same.
        </span>
      </p>
      {cause ? (
        <p className="off" role="note">
          {toShownText(cause, agent)}
        </p>
      ) : (
        <p className="on">Nothing before the new messages changed. A cache lasts.</p>
      )}
      {notes.map((note) => (
        <p key={note} className="warn">
          {note}
        </p>
      ))}
      {cause && at?.before !== undefined && at.after !== undefined && (
        <pre>{toFirstDifference(at.before, at.after, agent)}</pre>
      )}
      <ul className="plain">
        {changes.slice(0, most).map((change, place) => (
          <li key={place}>
            <ChangeView change={change} agent={agent} />
          </li>
        ))}
      </ul>
      {changes.length > most && <p className="muted">{changes.length - most} more changes.</p>}
    </>
  )
}

const signs = { added: '+', removed: '−', changed: '~' }
const tones = { added: 'on', removed: 'off', changed: 'warn' }

function ChangeView({
  change,
  agent,
}: {
  readonly change: Change
  readonly agent: Agent
}): ReactElement {
  const { how, what, before, after } = change
  return (
    <Section title={`${signs[how]} ${what}`} note={how} tone={tones[how]}>
      {() => (
        <>
          {before !== undefined && <pre>{toShownText(before, agent)}</pre>}
          {after !== undefined && <pre>{toShownText(after, agent)}</pre>}
        </>
      )}
    </Section>
  )
}

/** Returns two texts around the first difference, without secrets. */
function toFirstDifference(before: string, after: string, agent: Agent): string {
  const [was, is] = [toShownText(before, agent), toShownText(after, agent)]
  let first = 0
  while (first < was.length && was[first] === is[first]) first++
  const cut = (text: string): string => {
    const from = Math.max(0, first - 40)
    return `${from > 0 ? '…' : ''}${text.slice(from, first + 80)}`
  }
  return `− ${cut(was)}\n+ ${cut(is)}`
}

/**
 * Returns the request that a cache would know best: the one before it in its run, if there is one.
 * Else it is the newest one of the same conversation, and else the newest one at all. A
 * conversation is known by its first message.
 */
export function findBefore(
  requests: readonly KeptRequest[],
  request: KeptRequest,
): KeptRequest | undefined {
  const earlier = requests.slice(0, requests.indexOf(request))
  const ofRun = earlier.findLast(({ runId }) => runId === request.runId)
  if (ofRun) return ofRun
  const begin = beginOf(request)
  return earlier.findLast((other) => begin && beginOf(other) === begin) ?? earlier.at(-1)
}

/** Whether two requests are of one conversation. */
const isSameConversation = (one: KeptRequest, other: KeptRequest): boolean =>
  one.runId === other.runId || beginOf(one) === beginOf(other)

const begins = new WeakMap<KeptRequest, string>()

function beginOf(request: KeptRequest): string {
  let begin = begins.get(request)
  if (begin === undefined) {
    const first = request.built.request.prompt.find(({ role }) => role !== 'system')
    begins.set(request, (begin = JSON.stringify(first) ?? ''))
  }
  return begin
}

import { type ReactElement, useState } from 'react'
import { toClock } from '../format.ts'
import { toShownJson, toShownText } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import type { ApprovalEntry } from './approval-entries.ts'
import { statusOf, waitOf } from './approval-row.tsx'
import { toTaintPath } from './taint-path.ts'

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
export function ApprovalDetails({ entry, watched, go, now }: ApprovalDetailsProps): ReactElement {
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

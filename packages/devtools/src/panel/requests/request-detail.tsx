import { type ReactElement, useMemo } from 'react'
import { type KeptRequest, requestId } from '../../watch/request-log.ts'
import { toSize } from '../format.ts'
import { toShownJson, toShownText } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { toSettings } from './compare-requests.ts'
import { Contexts } from './contexts.tsx'
import { Difference } from './difference.tsx'
import { PromptView } from './prompt-view.tsx'
import { toOrdinal, toSummary } from './request-row.tsx'
import { countOff, toToolStates } from './tool-states.ts'
import { Section } from './section.tsx'
import { ToolTable } from './tool-table.tsx'

/** Renders one request: its tools and why, the difference to the one before, and its parts. */
export function RequestDetail({
  request,
  requests,
  watched,
  go,
}: Pick<TabProps, 'watched' | 'go'> & {
  readonly request: KeptRequest
  readonly requests: readonly KeptRequest[]
}): ReactElement {
  const { agent, requests: log } = watched
  const states = useMemo(() => toToolStates(request, log.leftOutOf(request)), [request, log])
  const off = countOff(request)
  const bytes = states.reduce((sum, state) => sum + state.bytes, 0)
  const { built, runId } = request
  const { taint } = built
  const isFirstSeen = requests.find((one) => one.runId === runId) === request
  return (
    <>
      <div className="line">
        <strong>
          #{toOrdinal(requests.indexOf(request), log)} · Request {request.iteration + 1} of its run
        </strong>
        <span className="muted">{toSummary(log.factsOf(request))}</span>
        <button type="button" onClick={() => go('timeline', requestId(request))}>
          Show in the timeline
        </button>
      </div>
      {request.iteration > 0 && isFirstSeen && (
        <p className="warn">The requests of its run before this one were not seen.</p>
      )}
      {taint !== undefined && (
        <p className="warn">It holds text of third parties: {toShownText(taint, agent)}</p>
      )}
      <Section title={`Tools: ${off} of ${states.length} off`} note={toSize(bytes)} isOpen>
        {() => <ToolTable states={states} agent={agent} />}
      </Section>
      <Section title="Difference to the request before" isOpen>
        {() => <Difference request={request} requests={requests} watched={watched} />}
      </Section>
      <Section title={`Contexts: ${built.contexts.length}`}>
        {() => <Contexts request={request} agent={agent} />}
      </Section>
      <Section title={`Prompt: ${built.request.prompt.length} messages`}>
        {() => <PromptView request={request} agent={agent} />}
      </Section>
      <Section title="Settings">{() => <pre>{toShownJson(toSettings(built), agent)}</pre>}</Section>
    </>
  )
}

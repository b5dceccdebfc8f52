import { Fragment, type ReactElement, useMemo, useState } from 'react'
import { type KeptRequest, requestId } from '../../watch/request-log.ts'
import { toSize } from '../format.ts'
import { toShownJson, toShownStart, toShownText } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { toSettings } from './compare-requests.ts'
import { Difference } from './difference.tsx'
import { toOrdinal, toSummary } from './request-row.tsx'
import { countOff, type ToolState, toToolStates } from './tool-states.ts'
import { Section } from './section.tsx'
import type { Agent } from '@ambit/core'
import { readContexts } from './read-contexts.ts'
import { StateWord, Why } from './why.tsx'
import { WindowedList } from '../list/windowed-list.tsx'

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

/** Renders the contexts of a request as they were sent. */
function Contexts({
  request,
  agent,
}: {
  readonly request: KeptRequest
  readonly agent: Agent
}): ReactElement {
  const texts = useMemo(() => new Map(readAll(request)), [request])
  if (request.built.contexts.length === 0) return <p className="muted">No scope gave a context.</p>
  return (
    <>
      {request.built.contexts.map(({ scope, bytes, untrusted }) => (
        <Section
          key={scope}
          title={scope}
          note={`${toSize(bytes)}${untrusted ? ' · untrusted' : ''}`}
        >
          {() => <pre>{toShownText(texts.get(scope) ?? 'A plug-in left it out.', agent)}</pre>}
        </Section>
      ))}
    </>
  )
}

/** Returns the contexts in the messages of the system, and in the last one. */
const readAll = ({ built: { request } }: KeptRequest): [scope: string, text: string][] =>
  request.prompt.flatMap(({ role, content }, at) => {
    if (role !== 'system' && at < request.prompt.length - 1) return []
    const texts =
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    return texts.flatMap(readContexts).map(({ scope, text }): [string, string] => [scope, text])
  })

/** The most tools that are shown at once. */
const most = 100

/** Renders the tools of a request, those that could not be called first. */
function ToolTable({
  states,
  agent,
}: {
  readonly states: readonly ToolState[]
  readonly agent: Agent
}): ReactElement {
  const [shown, setShown] = useState(most)
  if (states.length === 0) return <p className="muted">The page had no tools.</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">State</th>
            <th scope="col">Why</th>
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {states.slice(0, shown).map((state) => (
            <tr key={`${state.scope} ${state.name}`}>
              <th scope="row" title={state.scope && `Scope ${state.scope}`}>
                <ToolName name={state.name} />
              </th>
              <td>
                <StateWord state={state} />
              </td>
              <td>
                <Why state={state} agent={agent} />
              </td>
              <td className="muted">{state.bytes > 0 && toSize(state.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {states.length > shown && (
        <button type="button" onClick={() => setShown(shown + most)}>
          Show more of {states.length} tools
        </button>
      )}
    </>
  )
}

/** Renders a name that can break after its marks. */
const ToolName = ({ name }: { readonly name: string }): ReactElement => (
  <>
    {name.split(/(?<=[._-])/).map((piece, at) => (
      <Fragment key={at}>
        {piece}
        <wbr />
      </Fragment>
    ))}
  </>
)

type Message = KeptRequest['built']['request']['prompt'][number]

/** Renders the whole prompt, message by message. */
function PromptView({
  request,
  agent,
}: {
  readonly request: KeptRequest
  readonly agent: Agent
}): ReactElement {
  const { prompt } = request.built.request
  const [chosen, setChosen] = useState(-1)
  const message = prompt[chosen]
  return (
    <>
      <p className="muted">{toSize(request.built.bytes.prompt)} of JSON</p>
      <CopyPrompt prompt={prompt} agent={agent} />
      <div className="messages">
        <WindowedList label="Messages" count={prompt.length} chosen={chosen} onChoose={setChosen}>
          {(at) => <MessageRow message={prompt[at]} at={at} agent={agent} />}
        </WindowedList>
      </div>
      {message && <MessageText message={message} agent={agent} />}
    </>
  )
}

function MessageRow({
  message,
  at,
  agent,
}: {
  readonly message: Message | undefined
  readonly at: number
  readonly agent: Agent
}): ReactElement | null {
  if (!message) return null
  return (
    <>
      <span className="muted">{at + 1}</span>
      <strong>{message.role}</strong>
      <span className="fill muted">{toStart(message, agent)}</span>
    </>
  )
}

const starts = new WeakMap<Message, string>()

function toStart(message: Message, agent: Agent): string {
  let start = starts.get(message)
  if (start === undefined) {
    const { content } = message
    const pieces =
      typeof content === 'string'
        ? [content]
        : content.map((part) => ('text' in part ? part.text : `[${part.type}${nameOf(part)}]`))
    starts.set(message, (start = toShownStart(pieces.join(' '), agent)))
  }
  return start
}

const nameOf = (part: object): string => ('toolName' in part ? ` ${String(part.toolName)}` : '')

function MessageText({
  message,
  agent,
}: {
  readonly message: Message
  readonly agent: Agent
}): ReactElement {
  const { content } = message
  if (typeof content === 'string') return <pre>{toShownText(content, agent)}</pre>
  return (
    <>
      {content.map((part, at) => (
        <pre key={at}>
          {'text' in part ? toShownText(part.text, agent) : toShownJson(part, agent)}
        </pre>
      ))}
    </>
  )
}

type Step = 'begin' | 'warn' | 'done' | 'failed'

/** Renders a button that copies a prompt, after a warning. */
function CopyPrompt({
  prompt,
  agent,
}: {
  readonly prompt: KeptRequest['built']['request']['prompt']
  readonly agent: Agent
}): ReactElement {
  const [step, setStep] = useState<Step>('begin')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toShownJson(prompt, agent))
      setStep('done')
    } catch {
      setStep('failed')
    }
  }
  return (
    <div className="line">
      {step !== 'warn' && (
        <button type="button" onClick={() => setStep('warn')}>
          Copy the prompt
        </button>
      )}
      {step === 'warn' && (
        <>
          <span role="alert" className="warn">
            A prompt can hold data of your customers. Only keys and known secrets are left out.
          </span>
          <button type="button" onClick={() => void copy()}>
            Copy it
          </button>
          <button type="button" onClick={() => setStep('begin')}>
            Do not copy
          </button>
        </>
      )}
      <span role="status" className="muted">
        {step === 'done' && 'Copied.'}
        {step === 'failed' && 'The browser did not allow it.'}
      </span>
    </div>
  )
}

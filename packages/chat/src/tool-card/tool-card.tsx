import {
  type Agent,
  type AssistantToolCall,
  type CallRecord,
  callState,
  type CallState,
  parseToolContent,
  type ToolMessage,
} from '@ambit/core'
import { useCallRecord } from '@ambit/react'
import { type ReactElement, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { callAttribute } from '../acting/pointed-calls.ts'
import { type ApprovalStrings, englishApproval } from '../approval/approval-strings.ts'
import { useChat, useShell } from '../chat-context.ts'
import { Icon, type IconName } from '../icon.tsx'
import { type PartProps, renderPart } from '../part.ts'
import { englishFailures } from './failure-strings.ts'
import { failureText } from './failure-text.ts'
import { knownTool } from './known-tool.ts'
import { labelOf, useTitleOfCall, withLabel, withoutId } from './tool-title.ts'
import { UndoCall } from './undo-call.tsx'
import { useIsUndone } from './undone-calls.ts'
import { argWords } from '../values/arg-words.ts'
import { valueWords } from '../values/value-words.ts'
import { argumentsPreview, rawText, valueText } from './value-text.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useIsCutShort } from '../use-activity.ts'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { cleanText, countHidden } from '../markdown/text-intake.ts'

/** The state of `ToolCard`. */
export type ToolCardState = { readonly state: CallState | 'undoing' | 'undone' }

/** The props of `ToolCard`. */
export interface ToolCardProps extends PartProps<ToolCardState> {
  /**
   * The call as the model asked for it. The arguments count once the model has written them all.
   */
  readonly call: AssistantToolCall
  /** The record of the call, of this page. */
  readonly activity?: CallRecord | undefined
  /** The answer of the call, once it has ended. */
  readonly answer?: ToolMessage | undefined
  /** Called when the user opens or folds the card. Default: nothing. */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined
}

const icons: Record<ToolCardState['state'], IconName> = {
  'input-streaming': 'running',
  pending: 'pending',
  running: 'running',
  'awaiting-approval': 'note',
  succeeded: 'done',
  failed: 'failed',
  denied: 'cancelled',
  cancelled: 'cancelled',
  stale: 'cancelled',
  interrupted: 'failed',
  undoing: 'running',
  undone: 'undone',
}

/**
 * Shows one call of a tool: its title, arguments, progress and state in words. Opens to all
 * arguments, the result and the duration. A call that was undone is shown as undone, not as done.
 * Text of tools and models is shown as plain text. A failure is readable without opening the card.
 */
export function ToolCard(props: ToolCardProps): ReactElement {
  const { call, activity, answer = activity?.answer, onOpen } = props
  const { agent } = useChat()
  const strings = useWords('calls', englishCalls)
  const failures = useWords('calls', englishFailures)
  const values = useWords('pending', englishApproval)
  const [open, setOpen] = useState(false)
  const isCutShort = useIsCutShort(agent)
  const isOpen = !activity && !answer
  const undo = activity?.undo?.status
  const isUndone = useIsUndone(agent, call.id)
  const ended = isOpen && isCutShort ? 'interrupted' : callState(activity, answer)
  const own = undo === 'undoing' ? undo : answer && isUndone ? 'undone' : ended
  const inner = useInnerCalls(agent, call.id)
  const state = own === 'running' && inner.isWaiting ? 'awaiting-approval' : own
  const label = labelOf(agent, call, activity, answer)
  const title = withLabel(useTitleOfCall(agent, activity ?? { tool: call.name }), label)
  const isGoing = state === 'running' || state === 'awaiting-approval'
  const changed = answer?.arguments
  const isGone = answer !== undefined && answer.status !== 'ok'
  const failure = answer && failureText(answer, failures, activity?.late)
  const words: Record<ToolCardState['state'], string> = {
    'input-streaming': strings.toolPreparing,
    pending: strings.toolPending,
    running: strings.toolRunning,
    'awaiting-approval': strings.toolAwaiting,
    succeeded: strings.toolSucceeded,
    failed: strings.toolFailed,
    stale: strings.toolStale,
    denied: strings.toolDenied,
    cancelled: strings.toolCancelled,
    interrupted: strings.toolInterrupted,
    undoing: strings.undoing,
    undone: strings.undone,
  }
  const toggle = (isOpenNow: boolean): void => {
    setOpen(isOpenNow)
    onOpen?.(isOpenNow)
  }
  return renderPart(
    'div',
    'tool',
    props,
    { state },
    {
      role: 'group',
      'aria-label': title,
      [callAttribute]: call.id,
      children: (
        <>
          <details onToggle={(event) => toggle(event.currentTarget.open)}>
            <summary>
              <Icon name={icons[state]} />
              <span className="ambit-tool-title">{title}</span>
              <span className="ambit-tool-preview">
                {previewOf(
                  agent,
                  call.name,
                  withoutId(changed ?? call.arguments, label, isGone),
                  values,
                )}
              </span>
              <span className="ambit-tool-state">{words[state]}</span>
            </summary>
            {open && (
              <CallDetails
                input={state === 'input-streaming' ? activity?.input : (call.raw ?? call.arguments)}
                inner={
                  inner.ids.length > 0 && (
                    <>
                      <p className="ambit-label">{strings.innerSteps}</p>
                      <div className="ambit-inner-calls">
                        {inner.ids.map((id) => (
                          <InnerCall key={id} id={id} />
                        ))}
                      </div>
                    </>
                  )
                }
                changed={changed}
                result={answer?.status === 'ok' ? parseToolContent(answer) : undefined}
                error={failure === undefined ? undefined : answer?.content}
                ms={answer?.durationMs}
              />
            )}
          </details>
          {state === 'running' && (
            <CallProgress percent={activity?.percent} message={activity?.message} />
          )}
          {isGoing && activity?.runIds && (
            <div className="ambit-tool-stop">
              <button
                type="button"
                className="ambit-small-button"
                onClick={() => agent.calls.cancel(call.id)}
              >
                {strings.stopStep(title)}
              </button>
            </div>
          )}
          {failure !== undefined && (
            <p className="ambit-tool-failure" dir="auto">
              {failure}
            </p>
          )}
          {answer && <UndoCall callId={call.id} />}
        </>
      ),
    },
  )
}

/** Shows a call that is part of another, as its card inside the card of that call. */
function InnerCall({ id }: { readonly id: string }): ReactElement | null {
  const record = useCallRecord(id)
  const { tool = '', input = '{}' } = record ?? {}
  const call = useMemo(
    () => ({ id, name: tool, arguments: JSON.parse(input) as AssistantToolCall['arguments'] }),
    [id, tool, input],
  )
  return record ? <ToolCard call={call} activity={record} /> : null
}

/** The calls inside a call. */
interface InnerCalls {
  readonly ids: readonly string[]
  /** Whether one of them, or of those inside these, waits for the user. */
  readonly isWaiting: boolean
}

/** Returns the calls inside a call, in the order in which they began. */
function useInnerCalls(agent: Agent, callId: string): InnerCalls {
  const read = (): string => JSON.stringify(innerCalls(agent, callId))
  return JSON.parse(useSyncExternalStore(agent.calls.subscribe, read, read)) as InnerCalls
}

function innerCalls(agent: Agent, callId: string): InnerCalls {
  const { runIds } = agent.calls.getState().get(callId) ?? {}
  if (!runIds) return none
  const inside = [...agent.calls.getState().values()].filter((one) => one.parentCallId === callId)
  const isWaiting = inside.some(
    (one) => one.state === 'awaiting-approval' || innerCalls(agent, one.callId).isWaiting,
  )
  return { ids: inside.map((one) => one.callId), isWaiting }
}

const none: InnerCalls = { ids: [], isWaiting: false }

/** Returns the arguments of a call on one line, in the words of its tool's schema. */
function previewOf(
  agent: Agent,
  name: string,
  args: Record<string, unknown>,
  words: ApprovalStrings,
): string {
  try {
    const parameters = knownTool(agent, name)?.jsonSchema ?? {}
    // A bare “Yes” would tell nothing without the name of its argument.
    const say = (arg: string, value: unknown): string | undefined =>
      typeof value === 'boolean'
        ? argWords(parameters, arg).title + (value ? '' : `: ${words.no}`)
        : valueWords(value, argWords(parameters, arg), words)
    return argumentsPreview(args, say)
  } catch {
    return argumentsPreview(args)
  }
}

/** The arguments of a call; text if they are not an object, or not complete. */
type Arguments = Readonly<Record<string, unknown>> | string | undefined

interface CallDetailsProps {
  readonly input: Arguments
  /** The arguments that a user gave in place of the model's. */
  readonly changed?: Arguments
  /** What is shown between the arguments and the result. */
  readonly inner?: ReactNode
  /** The result; undefined if there is none. */
  readonly result: unknown
  /** The text that the model got about a failure. */
  readonly error?: string | undefined
  /** The time that the tool took, in milliseconds. */
  readonly ms?: number | undefined
}

/** Shows the arguments and the result of a call in full, and its duration. */
function CallDetails({ input, changed, inner, result, error, ms }: CallDetailsProps): ReactElement {
  const strings = useWords('calls', englishCalls)
  const hasResult = result !== undefined && result !== null
  return (
    <div className="ambit-tool-details">
      {changed && <p className="ambit-label">{strings.changedArguments}</p>}
      {changed && <Values of={changed} />}
      <p className="ambit-label">{changed ? strings.askedArguments : strings.arguments}</p>
      <Values of={input} />
      {inner}
      {hasResult && <p className="ambit-label">{strings.result}</p>}
      {hasResult && <Value value={result} />}
      {error !== undefined && <p className="ambit-label">{strings.toldModel}</p>}
      {error !== undefined && <Value value={error} />}
      {ms !== undefined && <p className="ambit-tool-time">{strings.duration(ms)}</p>}
    </div>
  )
}

function Values({ of = {} }: { readonly of: Arguments }): ReactElement {
  if (typeof of === 'string') return <Value value={of} />
  return (
    <dl>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{valueText(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  const { markdown = {} } = useShell().strings
  return (
    <div className="ambit-value" dir="auto" data-json={typeof value === 'object' ? '' : undefined}>
      {valueText(value)}
      <HiddenMark count={countHidden(rawText(value))} strings={markdown} />
    </div>
  )
}

interface CallProgressProps {
  /** The progress, from 0 to 100. */
  readonly percent: number | undefined
  readonly message: string | undefined
}

/** Shows the last progress report of a running tool, or nothing before the first report. */
function CallProgress({ percent, message }: CallProgressProps): ReactElement | null {
  const strings = useWords('calls', englishCalls)
  if (percent === undefined && message === undefined) return null
  return (
    <div className="ambit-tool-progress">
      {message !== undefined && <p dir="auto">{cleanText(message)}</p>}
      {percent !== undefined && (
        <progress aria-label={strings.progress} max={100} value={percent} />
      )}
    </div>
  )
}

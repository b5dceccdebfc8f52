import type {
  Agent,
  AssistantToolCall,
  CallRecord,
  Message,
  PendingApproval,
  ToolMessage,
} from '@ambit/core'
import { useAgent, useCallRecord, useDrawing, useMessage } from '@ambit/react'
import {
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { ApprovalCard } from '../approval/approval-card.tsx'
import { callAttribute } from '../acting/pointed-calls.ts'
import { ArtifactView } from '../artifacts/artifact-view.tsx'
import { Own } from '../frame/layer/own.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { OwnPart, replaceable } from '../own-part.tsx'
import { useActivity, useIsCutShort } from '../use-activity.ts'
import { CallContext } from './call-context.ts'
import { isRefused, mayHaveRun } from './failure-text.ts'
import { useSteps } from './step-store.ts'
import { StepsLine } from './steps-line.tsx'
import { ToolCard } from './tool-card.tsx'
import { inWords, labelOf, toolTitle, withLabel } from './tool-title.ts'
import { UndoAll } from './undo-all.tsx'
import { UndoCall } from './undo-call.tsx'
import { useReplaced } from '../replaced-parts.ts'
import { useCardPlace } from '../approval/use-card-place.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSend } from '../use-send.ts'
import { englishApproval } from '../approval/approval-strings.ts'

const InlineArtifact = replaceable('Artifact', ArtifactView)

/** The props of `ToolCalls`. */
export interface ToolCallsProps {
  /** The calls that one message asks for. */
  readonly calls: readonly AssistantToolCall[]
}

/**
 * Shows each call of a message, by the `render` of its tool or as a card. The card follows the call
 * until it has ended. The steps of a run are one line that opens to their cards. What needs the
 * user, and what a tool shows by itself, stays visible below the line.
 */
export function ToolCalls({ calls }: ToolCallsProps): ReactNode {
  const { agent } = useChat()
  const { group, isFirst, isFolded } = useSteps(agent, calls)
  const isLine = group !== undefined && group.calls.length > 1
  const isIdle = useActivity(agent, ({ status }) => status === 'idle', group?.isLast === true)
  const isCutShort = useIsCutShort(agent)
  const last = group?.isLast && !isIdle ? undefined : group?.calls.at(-1)?.id
  return (
    <>
      {isLine && isFirst && <StepsLine group={group} isOpen={!isFolded} />}
      {calls.map((call) => (
        <ErrorBoundary key={call.id} of={call} instead={<p>{inWords(call.name)}</p>}>
          <LiveCall
            call={call}
            isFolded={isFolded}
            isEnd={call.id === last}
            isCutShort={isCutShort && group?.isLast === true}
          />
        </ErrorBoundary>
      ))}
      {!isLine && <UndoAll calls={calls} />}
    </>
  )
}

interface LiveCallProps {
  readonly call: AssistantToolCall
  /** True if the card is folded into the line of its run. */
  readonly isFolded: boolean
  /** True for the last step, once no other can follow it. */
  readonly isEnd: boolean
  /** True if the run was cut short, so that a call without an answer is what would go on. */
  readonly isCutShort: boolean
}

function LiveCall({ call, isFolded, isEnd, isCutShort }: LiveCallProps): ReactElement {
  const { agent, portal } = useChat()
  const { isDrawn, place } = useDrawing(call.id, portal)
  const request = useRequest(call.id)
  const activity = useCallRecord(call.id)
  const message = useMessage(call.id)
  const isUntold = useIsUntold(agent, call.id)
  const [isOpen, setOpen] = useState(false)
  const undo = activity?.undo?.status
  const answer = message?.role === 'tool' ? message : undefined
  const label = labelOf(agent, call, activity, answer)
  const title = withLabel(toolTitle(agent, call.name), label)
  const isLeft = isCutShort && !answer && !activity
  const isHidden =
    isFolded &&
    !isOpen &&
    !request &&
    !isLeft &&
    !isUntold &&
    undo !== 'failed' &&
    !mustBeSeen(activity, answer, isEnd)
  const given = { call, activity, answer, onOpen: setOpen }
  const card = (
    <CallContext.Provider value={given}>
      <OwnPart name="Call" given={{ id: call.id }}>
        {/* The approval card says all of it. */}
        {!request && <ToolCard {...given} />}
      </OwnPart>
    </CallContext.Provider>
  )
  return (
    <>
      {place && (
        <Own
          role="group"
          aria-label={title}
          place={place}
          hidden={!isDrawn}
          {...{ [callAttribute]: call.id }}
        />
      )}
      {!isDrawn && !isHidden && card}
      {isDrawn && <UndoCall callId={call.id} isAlone />}
      <TellWhy callId={call.id} isOffered={isUntold} />
      <CallArtifacts callId={call.id} />
      {request && <ApprovalCard {...{ request, isDrawn }} />}
    </>
  )
}

/**
 * Whether a card stays in view: it reports its progress, runs an agent, its failure ended the
 * run's steps, or it was cut short. Only the user can find out if a call that was cut short took
 * effect.
 */
const mustBeSeen = (
  activity: CallRecord | undefined,
  answer: ToolMessage | undefined,
  isEnd: boolean,
): boolean =>
  answer
    ? mayHaveRun(answer) || (isEnd && didFail(answer))
    : activity?.answer === undefined &&
      (activity?.percent !== undefined || activity?.runIds !== undefined)

const didFail = ({ status }: ToolMessage): boolean =>
  status !== 'ok' && status !== 'denied' && status !== 'cancelled'

/** Shows the artifacts that the tool of one call gave to the page, in line. */
function CallArtifacts({ callId }: { readonly callId: string }): ReactElement[] {
  const artifacts = useAgent(({ session }) => session.artifacts).filter(
    (artifact) => artifact.callId === callId,
  )
  return artifacts.map((artifact) => <InlineArtifact key={artifact.id} artifact={artifact} />)
}

const none: readonly string[] = []

/**
 * Returns the request whose card the message of a call shows; undefined while the call does not
 * wait. Of requests that replaced each other, it is the latest.
 */
function useRequest(callId: string): PendingApproval | undefined {
  const { pending } = useChat().agent
  const read = (): PendingApproval | undefined =>
    pending.list('approval').findLast((request) => request.callId === callId)
  const request = useSyncExternalStore(pending.subscribe, read, () => undefined)
  // What the application shows in place of the cards has all of them.
  const isReplaced = useReplaced().Pending !== undefined
  const isShownHere = useCardPlace(isReplaced ? none : [callId], true).length > 0
  return isShownHere ? request : undefined
}

interface TellWhyProps {
  readonly callId: string
  /** The value of `useIsUntold`. */
  readonly isOffered: boolean
}

/**
 * Lets the user tell the model why they denied a call. The words are a message of the user: the run
 * went on when the call was denied, and reads them before its next step. Words that were not sent
 * stay in the field.
 */
function TellWhy({ callId, isOffered }: TellWhyProps): ReactElement | null {
  const { agent, field } = useChat()
  const { comment } = useWords('pending', englishApproval)
  const strings = useWords('composer', englishComposer)
  const send = useSend()
  const [text, setText] = useState(() => unsent.get(agent)?.get(callId) ?? '')
  const [isSent, setSent] = useState(false)
  const write = (typed: string): void => {
    setText(typed)
    const texts = unsent.get(agent) ?? new Map<string, string>()
    unsent.set(agent, texts.set(callId, typed))
  }
  if (isSent || (!isOffered && text === '')) return null
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    setSent(true)
    write('')
    send(text, { onBusy: 'steer' })
    field.current?.focus({ preventScroll: true })
  }
  return (
    <form className="ambit-field ambit-tell-why" onSubmit={submit}>
      <input
        type="text"
        dir="auto"
        aria-label={comment}
        placeholder={comment}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <button type="submit" className="ambit-button" disabled={text.trim() === ''}>
        {strings.send}
      </button>
    </form>
  )
}

/** What is typed and not sent, by the id of the call. The chat may close before it is sent. */
const unsent = new WeakMap<Agent, Map<string, string>>()

/** Whether the user has denied a call and said nothing since, and has not denied another. */
function useIsUntold({ history }: Agent, callId: string): boolean {
  // A call of the page, or from outside, is not that of the model.
  const isOfUser = (message: Message): boolean =>
    message.role === 'tool'
      ? isRefused(message) && !('source' in (history.get(message.parentId ?? '') ?? {}))
      : message.role === 'user' && message.source === undefined
  const read = (): boolean => history.messages.findLast(isOfUser)?.id === callId
  return useSyncExternalStore(history.subscribe, read, read)
}

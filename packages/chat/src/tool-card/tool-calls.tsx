import type { AssistantToolCall, CallRecord, ToolMessage } from '@ambit/core'
import { Call, useAgent, useMessage, useCallRecord, useRegisteredRenderer } from '@ambit/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { ApprovalCard } from '../approval/approval-card.tsx'
import { callAttribute } from '../acting/pointed-calls.ts'
import { TellWhy, useIsUntold } from '../approval/tell-why.tsx'
import { useRequest } from '../approval/use-request.ts'
import { ArtifactView } from '../artifacts/artifact-view.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { OwnPart, replaceable } from '../own-part.tsx'
import { useActivity, useIsCutShort } from '../use-activity.ts'
import { CallContext } from './call-context.ts'
import { mayHaveRun } from './failure-text.ts'
import { useSteps } from './step-store.ts'
import { StepsLine } from './steps-line.tsx'
import { ToolCard } from './tool-card.tsx'
import { inWords, labelOf, toolTitle, withLabel } from './tool-title.ts'
import { UndoAll } from './undo-all.tsx'
import { UndoCall } from './undo-call.tsx'

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
  const { agent } = useChat()
  const isShownByItsOwn = useRegisteredRenderer('Chat.Call', call.name) !== undefined
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
      {isShownByItsOwn ? (
        <div
          className="ambit-own"
          role="group"
          aria-label={title}
          {...{ [callAttribute]: call.id }}
        >
          <Call id={call.id} fallback={card} />
        </div>
      ) : (
        !isHidden && card
      )}
      {isShownByItsOwn && <UndoCall callId={call.id} isAlone />}
      <TellWhy callId={call.id} isOffered={isUntold} />
      <CallArtifacts callId={call.id} />
      {request && <ApprovalCard request={request} />}
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

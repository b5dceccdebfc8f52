import type { PendingApproval, EventOf, PendingItem } from '@ambit/core'
import type { UIMessageChunk } from 'ai'
import { type PartOptions, toCallChunk, type UIPart } from './ui-part.ts'

/** Returns the chunk that asks the user about a call. Its descriptor is the whole request. */
export const toRequestChunk = ({
  kind: _kind,
  ...request
}: Extract<PendingItem, { kind: 'approval' }>): UIMessageChunk => ({
  type: 'tool-approval-request',
  toolCallId: request.callId,
  approvalId: request.id,
  approvalDescriptor: request,
  ...(request.taint !== undefined && { reason: request.taint }),
})

/** Returns the part of a call that asks the user, as the chunk of the request makes it. */
export const toAskingPart = (part: UIPart, request: PendingApproval): UIPart =>
  ({
    ...part,
    state: 'approval-requested',
    approval: {
      id: request.id,
      descriptor: request,
      ...(request.taint !== undefined && { requestReason: request.taint }),
    },
  }) as UIPart

/**
 * Returns the chunks of a decision about a call. `asked` is the id of the request that was shown;
 * undefined if the call was refused without one.
 */
export function toDecisionChunks(
  {
    callId,
    tool,
    decision,
    reason,
    edited,
  }: Extract<EventOf<'agent:pending_resolved'>, { kind: 'approval' }>,
  asked: string | undefined,
  options: PartOptions,
): UIMessageChunk[] {
  const approvalId = asked ?? callId
  const answer: UIMessageChunk = {
    type: 'tool-approval-response',
    approvalId,
    approved: decision === 'approved',
    ...(reason !== undefined && { reason }),
  }
  if (!asked) {
    const asking = { toolCallId: callId, approvalId, isAutomatic: true }
    return [{ type: 'tool-approval-request', ...asking }, answer]
  }
  if (!edited) return [answer]
  // A user changed the arguments.
  return [toCallChunk('tool-input-available', callId, tool, options, { input: edited }), answer]
}

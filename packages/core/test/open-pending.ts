import { vi } from 'vitest'
import type { PendingApproval } from '../src/index.ts'
import type { ApprovalOwner, Pending, QuestionOwner } from '../src/state/pending.ts'

/** Opens a request for approval, and returns its owner and the function that closes it. */
export function openRequest(pending: Pending, id: string) {
  const request: PendingApproval = {
    kind: 'approval',
    id,
    callId: 'c1',
    runId: 'run',
    sessionId: 's',
    tool: 'x',
    title: 'X',
    scope: 'agent',
    args: {},
    parameters: {},
    argsHash: '',
    effect: 'write',
    cause: 'tool',
    canRemember: false,
    requestedAt: 0,
    expiresAt: 1,
  }
  const decide = vi.fn<ApprovalOwner['decide']>(() => true)
  const leave = vi.fn<() => void>()
  return { decide, leave, close: pending.open(request, { decide, leave }) }
}

/** Opens a question, and returns its owner and the function that closes it. */
export function openQuestion(pending: Pending, id: string) {
  const question = {
    kind: 'question',
    id,
    runId: 'run',
    callId: 'c2',
    tool: 'y',
    askedAt: 0,
  } as const
  const answer = vi.fn<QuestionOwner['answer']>(async () => [])
  const decline = vi.fn<QuestionOwner['decline']>()
  const leave = vi.fn<() => void>()
  return { answer, decline, leave, close: pending.open(question, { answer, decline, leave }) }
}

import type { AgentEvent } from '@ambit/core'
import type { RecordedCall, RecordedError } from './recording.ts'
import type { Draft } from './run-tape.ts'

/** Adds to a call what an event tells of its approval. */
export function readApproval(call: Draft<RecordedCall>, event: AgentEvent): void {
  if (event.type === 'agent:approval_requested') {
    const { cause, taint } = event.request
    Object.assign(call, { approval: { cause, taint } })
  }
  if (event.type !== 'agent:approval_resolved') return
  const { decision, by, args, original, reason, remembered, at } = event
  const isNew = remembered && by === 'person'
  Object.assign(call, {
    approval: {
      ...call.approval,
      decision,
      by,
      reason,
      ...(original && { args, isEdited: true }),
      ...(isNew && { rememberMs: remembered.until - at }),
    },
  })
}

/** Adds to a call what an event tells of its questions, and takes the answer from `answers`. */
export function readQuestion(
  { questions }: Draft<RecordedCall>,
  event: AgentEvent,
  answers: Map<string, unknown> | undefined,
): void {
  if (event.type === 'agent:ask_requested') {
    questions.push({ id: event.askId, ...(event.message && { message: event.message }) })
  }
  if (event.type !== 'agent:ask_resolved') return
  const question = questions.find(({ id }) => id === event.askId)
  if (!question) return
  question.outcome = event.outcome
  if (event.outcome === 'answered' && answers?.has(event.askId)) {
    question.answer = answers.get(event.askId) as never
  }
  answers?.delete(event.askId)
}

/** Returns an error as JSON, without its stack and its body. */
export const toError = (error: Error): Draft<RecordedError> => {
  const { code, isRetryable, status } = error as Partial<RecordedError>
  return { name: error.name, message: error.message, code, isRetryable, status } as RecordedError
}

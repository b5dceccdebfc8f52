import type { ChatCompletionRequest } from '@copilotkit/aimock'
import { expect } from '@playwright/test'

/** Expects what providers demand of every conversation: each call has exactly one answer. */
export function expectClosedHistory(
  request: ChatCompletionRequest | undefined,
  calls: number,
): void {
  const messages = request?.messages ?? []
  const asked = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? [])
  const answered = messages.flatMap((message) => message.tool_call_id ?? [])
  expect(asked).toHaveLength(calls)
  expect(new Set(asked).size).toBe(calls)
  expect(answered).toEqual(asked)
}

import type { Agent } from '@ambit/core'

/**
 * Puts the answers that the user gives to questions into `answers`, because no event has them.
 * Returns a function that ends it.
 */
export function hearAnswers({ pending }: Agent, answers: Map<string, unknown>): () => void {
  const answer = pending.answer.bind(pending)
  const heard: typeof answer = (id, value) => {
    answers.set(id, value)
    return answer(id, value)
  }
  pending.answer = heard
  return () => {
    // Another recorder may have come after this one.
    if (pending.answer === heard) pending.answer = answer
  }
}

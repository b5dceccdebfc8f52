import type { Agent } from '@ambit/core'

/**
 * Puts the answers that the person gives to questions into `answers`, because no event has them.
 * Returns a function that ends it.
 */
export function hearAnswers({ asks }: Agent, answers: Map<string, unknown>): () => void {
  const answer = asks.answer.bind(asks)
  const heard: typeof answer = (id, value) => {
    answers.set(id, value)
    return answer(id, value)
  }
  asks.answer = heard
  return () => {
    // Another recorder may have come after this one.
    if (asks.answer === heard) asks.answer = answer
  }
}

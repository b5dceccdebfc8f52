import type { Agent } from '@ambit/core'

/**
 * Hears the answers that the person gives to questions, which no event has. Returns a function that
 * ends it.
 */
export function hearAnswers(
  { asks }: Agent,
  onAnswer: (id: string, value: unknown) => void,
): () => void {
  const answer = asks.answer.bind(asks)
  const heard: typeof answer = (id, value) => {
    onAnswer(id, value)
    return answer(id, value)
  }
  asks.answer = heard
  return () => {
    // Another recorder may have come after this one.
    if (asks.answer === heard) asks.answer = answer
  }
}

import { stem, wordsOf } from './tokenise.ts'
import { isVerb, prepositions, stopWords } from './vocabulary.ts'

/**
 * Returns the words of a tool's name, from the verb on: "show ticket" for `tickets_show_ticket`. A
 * server of tools has its own name in front.
 */
export function actionWords(tool: string): readonly string[] {
  const words = wordsOf(tool)
  const at = words.findIndex((word) => isVerb(stem(word)))
  return at > 0 && at < words.length - 1 ? words.slice(at) : words
}

/** Returns the words for what a tool does: `move_card` is "move the card". */
export function sayAction(tool: string): string {
  const [verb = '', ...rest] = actionWords(tool)
  const [next = ''] = rest
  const isSmall = prepositions.has(next) || stopWords.has(next)
  // In "go back", "back" is not an object of the verb.
  const isOfVerb = /^(back|next|previous|last|first|new|all|out|up|down|off|on)$/.test(next)
  if (rest.length === 0 || isSmall || isOfVerb || !isVerb(stem(verb)))
    return [verb, ...rest].join(' ')
  return [verb, 'the', ...rest].join(' ')
}

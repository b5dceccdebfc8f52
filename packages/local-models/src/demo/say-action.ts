import { stem, wordsOf } from './tokenise.ts'
import { isVerb, prepositions, stopWords } from './vocabulary.ts'

/** Returns the words for what a tool does: `move_card` is "move the card". */
export function sayAction(tool: string): string {
  const [verb = '', ...rest] = wordsOf(tool)
  const [next = ''] = rest
  const isSmall = prepositions.has(next) || stopWords.has(next)
  // In "go back", "back" is no object of the verb.
  const isOfVerb = /^(back|next|previous|last|first|new|all|out|up|down|off|on)$/.test(next)
  if (rest.length === 0 || isSmall || isOfVerb || !isVerb(stem(verb)))
    return [verb, ...rest].join(' ')
  return [verb, 'the', ...rest].join(' ')
}

import { asSentence } from './as-sentence.ts'
import { capitalised } from './format-figure.ts'
import { isRecord } from './read-prompt.ts'
import { wordsOf } from './tokenise.ts'

/** The answer where nothing can be taken back. */
export const nothingToUndo = 'There is nothing left that I could undo.'

/**
 * Says what a call of an undo tool took back, as its result tells: `{ undone, failed,
 * stillInEffect }`, each with the names of tools. Returns undefined for another result.
 */
export function sayUndone(value: unknown): string | undefined {
  if (!isRecord(value) || !Array.isArray(value['undone'])) return undefined
  const parts = (['undone', 'failed', 'stillInEffect'] as const).flatMap((key) => {
    const names = Array.isArray(value[key]) ? (value[key] as unknown[]) : []
    const said = names.filter((name) => typeof name === 'string').map(nameInWords)
    return said.length > 0 ? [asSentence(`${heads[key]}: ${countSame(said).join(', ')}`)] : []
  })
  return parts.length > 0 ? parts.join(' ') : nothingToUndo
}

const heads = {
  undone: 'Undid',
  failed: 'Could not be undone',
  stillInEffect: 'Still in effect',
} as const

const nameInWords = (name: string): string => capitalised(wordsOf(name).join(' '))

/** Says each name once, with how often it stood there. */
const countSame = (names: readonly string[]): string[] =>
  [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length
    return count > 1 ? `${name} (${count} times)` : name
  })

import { stem, stemsOf, wordsOf } from './tokenise.ts'
import type { Reading } from './reading.ts'

export interface FoundChoice {
  from: number
  to: number
  choice: string | number | boolean
}

const synonyms = [
  'done complete finish close resolve',
  'todo open pending backlog',
  'doing progress start active wip ongoing',
  'high urgent important critical top',
  'low minor unimportant',
  'medium normal middle',
  'all everything every any everyone',
  'none nothing off never no',
  'one single once track song',
  'on enable yes true',
  'asc ascending upwards',
  'desc descending downwards',
].map((line) => line.split(' ').map(stem))

/** Returns the other words for a state, as stems: "in progress" for `doing`. */
export const otherWordsFor = (state: string): readonly string[] =>
  synonyms.slice(0, 6).find((group) => group.includes(state)) ?? []

const squash = (words: readonly string[]) => words.map(stem).join('')

/**
 * Finds the choices that a step names, in the order of the sentence. Case, spaces and underscores
 * do not matter ("in progress", `IN_PROGRESS`). Synonyms count only if the step names no choice
 * itself.
 */
export function matchChoices(
  reading: Reading,
  choices: readonly (string | number | boolean)[],
  blocked: ReadonlySet<number>,
): FoundChoice[] {
  const keys = new Map<string, string | number | boolean>()
  for (const choice of choices) {
    const key = squash(wordsOf(String(choice)))
    if (key && !keys.has(key)) keys.set(key, choice)
  }
  const exact = scan(reading, keys, blocked)
  if (exact.length > 0) return exact

  const owners = new Map<string, number>()
  for (const choice of keys.values()) {
    for (const part of stemsOf(String(choice))) owners.set(part, (owners.get(part) ?? 0) + 1)
  }
  const loose = new Map<string, string | number | boolean>()
  for (const [key, choice] of keys) {
    const parts = stemsOf(String(choice))
    for (const group of synonyms) {
      if (group.includes(key) || parts.some((part) => group.includes(part))) {
        for (const other of group) if (!loose.has(other)) loose.set(other, choice)
      }
    }
    // "the review column" names `needs_review` by a part that no other choice has.
    for (const part of parts) {
      if (part.length > 3 && owners.get(part) === 1) loose.set(part, choice)
    }
  }
  return scan(reading, loose, blocked)
}

function scan(
  reading: Reading,
  keys: ReadonlyMap<string, string | number | boolean>,
  blocked: ReadonlySet<number>,
): FoundChoice[] {
  const found: FoundChoice[] = []
  for (let from = 0; from < reading.words.length; from += 1) {
    let key = ''
    let best: FoundChoice | undefined
    for (let to = from; to < Math.min(reading.words.length, from + 5); to += 1) {
      if (!reading.isFree(to) || blocked.has(to)) break
      key += squash(wordsOf(writtenAt(reading, to)))
      const choice = keys.get(key)
      if (choice !== undefined && !isSpan(reading.words, from)) best = { from, to: to + 1, choice }
    }
    if (!best) continue
    found.push(best)
    from = best.to - 1
  }
  return found
}

/** Whether a word says when: "this month" does not group by month. */
export const isSpan = (words: Reading['words'], at: number): boolean =>
  /^(day|week|month|quarter|year)$/.test(words[at]?.lower ?? '') &&
  /^(this|last|next)$/.test(words[at - 1]?.lower ?? '')

/** Returns a word as it was written, so that "inProgress" can be split, or as it was mended. */
function writtenAt(reading: Reading, at: number): string {
  const { text = '', lower = '' } = reading.words[at] ?? {}
  return (text.toLowerCase() === lower ? text : lower).replace(/['’]s$/, '')
}

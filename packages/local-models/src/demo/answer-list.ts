import { personOf, plainName } from './plain-name.ts'
import type { Thing } from './collect-things.ts'
import { contentOf, isJoining } from './content-words.ts'
import { joined } from './describe-value.ts'
import { findDates, formatDate } from './find-dates.ts'
import { fieldStems } from './find-described.ts'
import { formatFigure } from './format-figure.ts'
import { otherWordsFor } from './match-choice.ts'
import { findPart } from './partial-lists.ts'
import { Reading } from './reading.ts'
import type { Clause } from './split-clauses.ts'
import { stem, stemsOf } from './tokenise.ts'
import type { Word } from './tokenise.ts'
import { loadedWords } from './vocabulary.ts'
import type { World } from './world.ts'

/** Answers which things of a kind there are, or which of them are as the question says. */
export function answerAboutList(clause: Clause, world: World): string | undefined {
  const things = world.shown
  const nouns = new Set(things.map(({ noun }) => noun))
  const content = contentOf(clause).filter((word) => !isJoining(word) || isState(word, clause))
  const kind = content.find((word) => nouns.has(word.stem) && word.stem !== '')
  const rest = content.filter((word) => word !== kind)
  const dates = findDates(new Reading(clause), world.now)
  if (dates.some((date) => date.isSpan)) return undefined
  const isInDate = (word: Word) =>
    dates.some(({ from, to }) => clause.words.slice(from, to).includes(word))
  const isVague = kind === undefined && (rest.length > 0 || dates.length > 0)
  if (!kind && !isVague && !/\b(ones?|them|they)\b/i.test(clause.text)) return undefined

  const all = things.filter(
    ({ noun }) => noun === (kind?.stem ?? kindOf(rest, dates.length, world)),
  )
  if (all.length === 0) return undefined
  let pool = all
  const said: string[] = []
  for (const word of rest) {
    if (isInDate(word)) continue
    const at = clause.words.indexOf(word)
    const isOff =
      word.lower === 'off' && all.some(({ record }) => typeof record['on'] === 'boolean')
    const key = isOff ? 'on' : word.stem
    if (word.lower === 'not' || word.lower === 'only') continue
    // In "of high priority", the value already implies the name of the field.
    const isField = all.some(({ record }) => Object.keys(record).flatMap(stemsOf).includes(key))
    const has = (thing: Thing) => stemsOfThing(thing).has(key)
    if (!isOff && isField && !all.some(has) && rest.length > 1) continue
    const isSwitch = isField && all.some(({ record }) => typeof record[key] === 'boolean')
    if (!isOff && !isSwitch && (loadedWords.has(word.lower) || !all.some(has))) return undefined
    const isNot = isOff || /^(not|non|without)$|n't$/.test(clause.words[at - 1]?.lower ?? '')
    pool = pool.filter((thing) => has(thing) !== isNot)
    said.push(isNot && !isOff ? `not ${word.text}` : word.text)
  }
  if (dates.length > 0 && !all.some(isDated)) return undefined
  for (const date of dates) {
    const day = formatDate({ ...date, hasTime: false }, 'date')
    pool = pool.filter(({ record }) =>
      Object.values(record).some((value) => typeof value === 'string' && value.startsWith(day)),
    )
    said.push(
      clause.words
        .slice(date.from, date.to)
        .map(({ text }) => text)
        .join(' '),
    )
  }
  return sayList(clause, kind?.lower ?? 'things', { all, pool, said }, world)
}

const isDated = ({ record }: Thing): boolean =>
  Object.values(record).some((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))

/** Whether a word such as "doing" names a state, as in "in doing". */
const isState = (word: Word, { words }: Clause): boolean =>
  /^(in|to|the|of|as)$/.test(words[words.indexOf(word) - 1]?.lower ?? '')

interface Found {
  all: readonly Thing[]
  pool: readonly Thing[]
  said: readonly string[]
}

function sayList(
  clause: Clause,
  noun: string,
  { all, pool, said }: Found,
  world: World,
): string | undefined {
  const isWho = /^who\b/i.test(clause.text)
  const nameFor = (thing: Thing) => `“${(isWho ? personOf(thing) : undefined) ?? plainName(thing)}”`
  const names = [...new Set(pool.slice(0, 20).map(nameFor))]
  const more = pool.length > 20 ? ` and ${pool.length - 20} more` : ''
  const part = findPart(world, all)
  const isCount = /^how many\b|\bsum\b|\btotal\b/i.test(clause.text)
  if (isCount && part?.all !== undefined) {
    const seen = `I see ${part.shown} of them here.`
    return said.length === 0 ? `${formatFigure(part.all, '')} ${noun}. ${seen}` : undefined
  }
  const note =
    part === undefined
      ? ''
      : ` I see only ${part.shown}${part.all === undefined ? ' of them' : ` of ${part.all}`} here.`
  if (said.length === 0) return `I can see ${all.length} ${noun}: ${joined(names)}${more}.${note}`
  // The name of a thing does not tell when it is, who has it, or how much it costs.
  if (/^(when|how (much|long|far|old))\b/i.test(clause.text)) return undefined
  if (isWho && pool.every((thing) => personOf(thing) === undefined)) return undefined
  // Nothing can be said of those that are not here.
  if (pool.length === 0 && (part ?? noun === 'things')) return undefined
  const which = said.join(' ')
  if (pool.length === 0) return `None of the ${all.length} ${noun} I can see is ${which}.${note}`
  return `${pool.length} of the ${all.length} ${noun} I can see: ${joined(names)}${more} (${which}).${note}`
}

/** Returns the kind of things that the words are true of; the first kind if there are no words. */
function kindOf(
  words: readonly Word[],
  dates: number,
  { shown: things }: World,
): string | undefined {
  const keys = words.map(({ stem: key }) => key)
  const fits = (thing: Thing) => {
    const own = stemsOfThing(thing)
    return keys.some((key) => own.has(key))
  }
  const thing = keys.length > 0 ? things.find(fits) : undefined
  return (thing ?? (dates > 0 ? things.find(isDated) : keys.length === 0 ? things[0] : undefined))
    ?.noun
}

function stemsOfThing(thing: Thing): Set<string> {
  const stems = new Set([...stemsOf(thing.title ?? ''), ...fieldStems(thing)])
  for (const value of Object.values(thing.record)) {
    if (typeof value === 'number') stems.add(String(value))
    if (typeof value === 'string') for (const word of otherWordsFor(stem(value))) stems.add(word)
  }
  return stems
}

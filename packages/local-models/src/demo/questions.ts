import { Reading, type Clause } from './clause.ts'
import { findDates, formatDate } from './dates.ts'
import { isRecord } from './prompt.ts'
import { fieldStems } from './references.ts'
import { capitalised, formatFigure, joined, unitOf } from './reply.ts'
import { findPart, nameOf, personKeys, personOf, plainName, type Thing } from './things.ts'
import { otherWordsFor } from './values.ts'
import { loadedWords, stem, stemsOf, stopWords, wordsOf, type Word } from './words.ts'
import type { World } from './world.ts'

const question =
  /^(how|which|what|what'?s|who|who'?s|whose|where|where'?s|when|when'?s|why|is|are|was|were|am|tell me (how|which|what|who|when|where)|(do|does|did|have|has) (i|we|you|they|any|the|he|she|it)|(can|could|should) i)\b/

export function isQuestion({ text }: Clause): boolean {
  return question.test(text.toLowerCase())
}

/**
 * Answers from what the page and the tools have shown, without a call. Each word of the question
 * has to mean something in the answer. Returns undefined if they do not hold the answer.
 */
export function answerQuestion(clause: Clause, world: World): string | undefined {
  // What is there now does not tell if it is more than before.
  if (/^(is|are|was|were|did)\b.*\b(up|down|better|worse)\b/i.test(clause.text)) return undefined
  return (
    answerAboutSelection(clause, world) ??
    answerAboutFigure(clause, world) ??
    answerAboutThing(clause, world) ??
    answerAboutList(clause, world)
  )
}

function answerAboutSelection({ text, words }: Clause, world: World): string | undefined {
  const isAsked = /\b(selected|selection|playing)\b/i.test(text) && !/\bhow many\b/i.test(text)
  if (!isAsked || words.length > 5) return undefined
  const names = world.selected.map((thing) => `“${nameOf(thing)}”`)
  return names.length > 0 ? `${joined(names)} at the moment.` : 'Nothing at the moment.'
}

interface Figure {
  key: string
  value: unknown
  /** The stems of the name, without its unit. */
  stems: readonly string[]
  hits: number
}

/** Answers from the one value of the page whose name has the words of the question. */
function answerAboutFigure(clause: Clause, { conversation }: World): string | undefined {
  const said = new Set(clause.words.map(({ stem: key }) => key))
  for (const { stem: key } of clause.words) for (const other of sameAs(key)) said.add(other)
  const content = contentOf(clause)
  if (content.length === 0) return undefined
  for (const { value, label, scope } of conversation.contexts) {
    const around = new Set(stemsOf(`${label} ${scope}`))
    const fitting = figuresIn(value, 0)
      .filter(({ stems }) => stems.length > 0 && stems.every((key) => said.has(key)))
      .map((figure) => ({ ...figure, hits: figure.stems.length }))
      .filter(({ stems, value: inner }) =>
        content.every((word) => {
          const isSaid = [word.stem, ...sameAs(word.stem)].some((key) => stems.includes(key))
          const isAside = !Array.isArray(inner) && (isJoining(word) || around.has(word.stem))
          return isSaid || isAside
        }),
      )
      .toSorted((one, other) => other.hits - one.hits)
    const [best] = fitting
    if (best) return sayFigure(best, clause)
  }
  return undefined
}

function figuresIn(value: unknown, depth: number): Figure[] {
  if (!isRecord(value) || depth > 3) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const unit = unitOf(key)
    const stems = stemsOf(key).filter((word) => word !== unit?.word)
    const own = { key, value: inner, stems, hits: 0 }
    // A list of things is answered with the names of the things.
    if (Array.isArray(inner) && inner.some(isRecord)) return []
    return isRecord(inner) ? [own, ...figuresIn(inner, depth + 1)] : [own]
  })
}

function sayFigure({ key, value }: Figure, { text }: Clause): string {
  const name = wordsOf(key)
    .filter((word) => stem(word) !== unitOf(key)?.word)
    .join(' ')
  const said = formatFigure(value, key)
  const counts = /^how many\b/i.test(text) && typeof value === 'number' && !unitOf(key)
  return counts ? `${said} ${name}.` : `${capitalised(name)}: ${said}.`
}

const same = [
  'sell sold sale',
  'earn revenue income',
  'visitor visit',
  'customer client',
  'take taken took',
].map((line) => line.split(' ').map(stem))

const sameAs = (key: string): readonly string[] => same.find((group) => group.includes(key)) ?? []

/** Answers which things of a kind there are, or which of them are as the question says. */
function answerAboutList(clause: Clause, world: World): string | undefined {
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

/** Answers a question about one thing that the question names, by its title or by a part of it. */
function answerAboutThing(clause: Clause, { things }: World): string | undefined {
  const content = contentOf(clause)
  const inMention = new Set(clause.mentions.flatMap(({ from, to }) => clause.words.slice(from, to)))
  const mentioned = clause.mentions.flatMap((mention) => mention.things)
  const found =
    mentioned.length > 0
      ? mentioned
      : namedBy(
          content.map(({ stem }) => stem),
          things,
        )
  const records = new Set(
    found.map(({ id, title, record }) => JSON.stringify([id ?? title, record])),
  )
  const [thing] = found
  if (!thing || records.size !== 1 || Object.keys(thing.record).length === 0) return undefined
  const name = new Set([...stemsOf(nameOf(thing)), ...nameWords(thing)])
  const rest = content.filter(
    (word) =>
      !inMention.has(word) && !name.has(word.stem) && word.stem !== thing.noun && !isJoining(word),
  )
  const keys = Object.keys(thing.record).filter((key) => {
    const value = thing.record[key]
    return value !== null && typeof value !== 'object' && value !== '' && value !== thing.title
  })
  const asked = keys.filter((key) => rest.some(({ stem }) => stemsOf(key).includes(stem)))
  const state = stateAsked(rest, thing, things)
  if (state !== undefined) return sayField(thing, state)
  const isCovered = rest.every(({ stem }) => keys.some((key) => stemsOf(key).includes(stem)))
  if (!isCovered) return undefined
  const [key] = asked.length > 0 ? asked : keysFor(clause.text, thing, keys)
  const title = titleFor(thing)
  if (key !== undefined) return sayField(thing, key)
  if (/^(who|when|where|how)\b/i.test(clause.text)) return undefined
  const details = keys
    .filter((each) => each !== 'id' && thing.record[each] !== thing.id)
    .slice(0, 8)
    .map((each) => `${wordsOf(each).join(' ')} ${formatFigure(thing.record[each], each)}`)
  return `${title}: ${details.join(', ')}.`
}

const sayField = (thing: Thing, key: string): string =>
  `The ${wordsOf(key).join(' ')} of ${titleFor(thing)} is ${formatFigure(thing.record[key], key)}.`

/** Returns the field that "is it done?" asks about: one that has the word for another thing. */
function stateAsked(
  rest: readonly Word[],
  { noun, record }: Thing,
  things: readonly Thing[],
): string | undefined {
  const [word] = rest
  if (!word || rest.length > 1) return undefined
  const same = things.filter((thing) => thing.noun === noun)
  return Object.keys(record).find(
    (key) =>
      typeof record[key] === 'string' &&
      same.some((thing) => {
        const value = thing.record[key]
        return typeof value === 'string' && value.length < 30 && stemsOf(value).includes(word.stem)
      }),
  )
}

const titleFor = (thing: Thing) => `“${plainName(thing)}”`

/** Returns the things whose title has the most words of the question, if it has a rare one. */
function namedBy(asked: readonly string[], things: readonly Thing[]): readonly Thing[] {
  const scored = things.map((thing) => {
    const words = new Set([...stemsOf(thing.title ?? ''), ...nameWords(thing)])
    return { thing, hits: asked.filter((key) => key !== thing.noun && words.has(key)).length }
  })
  const best = Math.max(0, ...scored.map(({ hits }) => hits))
  return best === 0 ? [] : scored.filter(({ hits }) => hits === best).map(({ thing }) => thing)
}

const nameWords = (thing: Thing): readonly string[] =>
  thing.title === undefined ? stemsOf(personOf(thing) ?? '') : []

/** Returns the fields that answer "who", "when", "where" or "how much". */
function keysFor(text: string, { record }: Thing, keys: readonly string[]): readonly string[] {
  const fits = (pattern: RegExp, isKind: (value: unknown) => boolean) =>
    keys.filter((key) => pattern.test(key) && isKind(record[key]))
  const asked = text.toLowerCase()
  if (/^who('s|se)?\b/.test(asked)) return fits(personKeys, isText)
  if (asked.startsWith('when'))
    return fits(/./, (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
  if (asked.startsWith('where'))
    return fits(/room|place|location|city|address|where|column/i, isText)
  if (asked.startsWith('how many'))
    return fits(/stock|quantity|count|pieces|number/i, (value) => typeof value === 'number')
  if (asked.startsWith('how much'))
    return fits(/total|price|amount|cost|fee|sum|value/i, (value) => typeof value === 'number')
  return []
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** The words of a question that ask, and name nothing that could be looked up. */
const asking =
  /^(what|what'?s|who|who'?s|where|where'?s|when|why|which|how|whose|many|much|tell|me|show|list|see|give|exist|count|number|currently|visible|now|today's|right|please|get|got|there's|list|display|remaining|left|available|we|our)$/

/** The verbs that join somebody or a time to a thing, and say little by themselves. */
const joining =
  /^(work|working|works|come|coming|comes|assigned|responsible|do|doing|own|owns|ask|asked|asks|write|wrote|written|sent|send|take|took|taken|make|made|happen|happens|start|starts|begin|begins|end|ends|cost|costs|live|lives|stand|stands|run|running|use|used|spent|close|closed|sell|sold|place|placed|add|added|handle|handling|go|going|look|looks)$/

/** Returns the words of a question that have to be found in what is known. */
function contentOf({ words }: Clause): Word[] {
  return words.filter(
    ({ lower, quoted, text }) =>
      text !== '' &&
      (quoted || (!asking.test(lower) && (!stopWords.has(lower) || loadedWords.has(lower)))),
  )
}

const isJoining = ({ lower, quoted }: Word): boolean => !quoted && joining.test(lower)

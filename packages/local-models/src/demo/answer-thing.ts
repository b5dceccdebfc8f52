import { nameOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { contentOf, isJoining } from './content-words.ts'
import { formatFigure } from './format-figure.ts'
import { personKeys, personOf, plainName } from './plain-name.ts'
import type { Clause } from './split-clauses.ts'
import { stemsOf, wordsOf } from './tokenise.ts'
import type { Word } from './tokenise.ts'
import type { World } from './world.ts'

/** Answers a question about one thing that the question names, by its title or by a part of it. */
export function answerAboutThing(clause: Clause, { things }: World): string | undefined {
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

import { nameOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { describeValue, joined } from './describe-value.ts'
import { otherWordsFor } from './match-choice.ts'
import { isRecord } from './read-prompt.ts'
import type { Clause } from './split-clauses.ts'
import { stem, stemsOf, wordsOf } from './tokenise.ts'
import { stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

const question =
  /^(how|which|what|what's|who|whose|where|when|why|is|are|was|were|am|tell me (how|which|what|who|when|where)|(do|does|did|have|has) (i|we|you|they|any|the|he|she|it)|(can|could|should) i)\b/

export function isQuestion({ text }: Clause): boolean {
  return question.test(text.toLowerCase())
}

/**
 * Answers from what the page and the tools have shown, without a call. Returns undefined if they do
 * not hold the answer.
 */
export function answerQuestion(clause: Clause, world: World): string | undefined {
  const text = clause.text.toLowerCase()
  if (
    /\b(selected|selection|current|currently|playing)\b/.test(text) &&
    !/\bhow many\b/.test(text)
  ) {
    const names = world.selected.map((thing) => `“${nameOf(thing)}”`)
    return names.length > 0 ? `${joined(names)} at the moment.` : 'Nothing at the moment.'
  }
  const mentioned = clause.mentions.flatMap(({ things }) => things)
  if (mentioned.length > 0 && isQuestion(clause)) return mentioned.map(describeThing).join('\n')
  return answerAboutKind(clause, world) ?? answerAboutValue(clause, world)
}

function answerAboutKind(clause: Clause, { things }: World): string | undefined {
  const nouns = new Set(things.map(({ noun }) => noun))
  const kind = clause.words.find((word) => word.stem !== '' && nouns.has(word.stem))
  const vague = /\b(ones?|them|they)\b|^(which|what) (is|are)\b/.test(clause.text.toLowerCase())
    ? things[0]?.noun
    : undefined
  const kindNoun = kind?.stem ?? vague
  if (!kindNoun) return undefined
  let pool = things.filter(({ noun }) => noun === kindNoun)
  const all = pool.length
  const isField = (key: string) => pool.some(({ record }) => typeof record[key] === 'boolean')
  const conditions: string[] = []
  for (const [at, word] of clause.words.entries()) {
    const before = clause.words[at - 1]?.lower ?? ''
    const isOff = word.lower === 'off' && isField('on')
    const key = isOff ? 'on' : word.stem
    if (word === kind || at === 0 || ignored.test(word.lower)) continue
    if (stopWords.has(word.lower) && !isField(key)) continue
    const has = (thing: Thing) => stemsOfThing(thing).has(key)
    // In "of high priority", the value already implies the name of the field.
    if (!isField(key) && !pool.some(has) && hasField(things, kindNoun, key)) continue
    if (!isField(key) && !things.some((thing) => thing.noun === kindNoun && has(thing)))
      return undefined
    const negated = isOff || /^(not|non|without)$|n't$/.test(before)
    pool = pool.filter((thing) => has(thing) !== negated)
    conditions.push(negated && !isOff ? `not ${word.text}` : word.text)
  }
  const names = pool.slice(0, 20).map((thing) => `“${nameOf(thing)}”`)
  const more = pool.length > 20 ? ` and ${pool.length - 20} more` : ''
  const noun = kind?.lower ?? 'things'
  if (conditions.length === 0)
    return all === 0
      ? `There are no ${noun}.`
      : `I can see ${all} ${noun}: ${joined(names)}${more}.`
  const which = conditions.join(' ')
  if (pool.length === 0) return `None of the ${all} ${noun} I can see is ${which}.`
  return `${pool.length} of the ${all} ${noun} I can see: ${joined(names)}${more} (${which}).`
}

const hasField = (things: readonly Thing[], noun: string, key: string): boolean =>
  things.some((thing) => thing.noun === noun && Object.keys(thing.record).map(stem).includes(key))

const ignored =
  /^(many|much|which|what|have|got|see|show|list|left|remaining|exist|total|count|number|currently|visible|not|today)$/

function answerAboutValue(clause: Clause, { conversation }: World): string | undefined {
  const asked = new Set(
    clause.words.filter(({ lower }) => !stopWords.has(lower)).map(({ stem }) => stem),
  )
  for (const { value, label, scope } of conversation.contexts) {
    const found = findKey(value, asked, 0)
    if (found) return found
    const names = stemsOf(`${label} ${scope}`)
    if (asked.size > 0 && [...asked].every((name) => names.includes(name)))
      return `${label}: ${describeValue(value)}.`
  }
  return undefined
}

function findKey(value: unknown, asked: ReadonlySet<string>, depth: number): string | undefined {
  const entries = isRecord(value) && depth < 3 ? Object.entries(value) : []
  for (const [key, inner] of entries) {
    const stems = stemsOf(key)
    // A list answers only a question for its whole name: "which products are low" asks for a part.
    const isAll = !Array.isArray(inner) || stems.length >= asked.size
    if (stems.length > 0 && isAll && stems.every((name) => asked.has(name))) {
      return `${capitalised(wordsOf(key).join(' '))}: ${describeValue(inner)}.`
    }
  }
  for (const [, inner] of entries) {
    const found = findKey(inner, asked, depth + 1)
    if (found) return found
  }
  return undefined
}

function describeThing(thing: Thing): string {
  const details = describeValue(thing.record)
  return `“${nameOf(thing)}”: ${details}.`
}

function stemsOfThing({ record, title }: Thing): Set<string> {
  const stems = new Set(stemsOf(title ?? ''))
  for (const [key, value] of Object.entries(record)) {
    if (value === true) for (const word of stemsOf(key)) stems.add(word)
    if (typeof value === 'string' || typeof value === 'number')
      for (const word of stemsOf(String(value))) stems.add(word)
    if (typeof value === 'string') for (const word of otherWordsFor(stem(value))) stems.add(word)
  }
  return stems
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { contentOf, isJoining } from './content-words.ts'
import { capitalised, formatFigure, unitOf } from './format-figure.ts'
import { describeValue } from './describe-value.ts'
import { isRecord } from './read-prompt.ts'
import type { Clause } from './split-clauses.ts'
import { stem, stemsOf, wordsOf } from './tokenise.ts'
import type { World } from './world.ts'

interface Figure {
  key: string
  value: unknown
  /** The stems of the name, without its unit. */
  stems: readonly string[]
  hits: number
}

/** Answers from the one value of the page whose name has the words of the question. */
export function answerAboutFigure(clause: Clause, { conversation }: World): string | undefined {
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
    const isAll = content.every((word) => around.has(word.stem))
    if (
      isAll &&
      (!isRecord(value) || Object.values(value).every((inner) => typeof inner !== 'object'))
    )
      return `${label}: ${describeValue(value)}.`
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

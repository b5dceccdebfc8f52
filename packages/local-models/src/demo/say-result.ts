import { nameOf, toThing } from './collect-things.ts'
import { describeValue, joined } from './describe-value.ts'
import { capitalised, formatFigure } from './format-figure.ts'
import { isRecord } from './read-prompt.ts'
import type { PastCall } from './read-prompt.ts'
import type { ToolCard } from './tool-card.ts'
import { wordsOf } from './tokenise.ts'

const maxNamed = 5

/**
 * Says what a call has found, in sentences: how many, their sum, and the first names. A text that
 * the result calls its summary is taken as it is.
 */
export function sayResult(
  { tool, input, value }: PastCall,
  object: string,
  card: ToolCard | undefined,
): string {
  if (!isRecord(value) && !Array.isArray(value))
    return `${capitalised(object)}: ${describeValue(value)}`
  const record = isRecord(value) ? value : { [object]: value }
  const told = record['summary'] ?? record['message']
  if (typeof told === 'string' && told.trim()) return told
  const isMoney = card?.slots.some(({ description }) => /\beuros?\b|€/i.test(description)) ?? false
  const [key = '', rows] =
    Object.entries(record).find(([, inner]) => Array.isArray(inner) && inner.some(isRecord)) ??
    Object.entries(record).find(([, inner]) => Array.isArray(inner)) ??
    []
  if (Array.isArray(rows)) return sayRows(record, key, rows, input, tool, isMoney)
  const given = isRecord(input) ? Object.values(input) : []
  const own = Object.entries(record).filter(([, inner]) => !given.includes(inner))
  const facts = (own.length > 0 ? own : Object.entries(record)).slice(0, 10)
  const heading = choicesIn(input).join(', ') || object
  return `${capitalised(heading)}: ${facts
    .map(([name, inner]) => `${wordsOf(name).join(' ')} ${say(inner, name, isMoney)}`)
    .join(', ')}`
}

function sayRows(
  record: Record<string, unknown>,
  key: string,
  rows: readonly unknown[],
  input: unknown,
  tool: string,
  isMoney: boolean,
): string {
  const counted = record['count'] ?? record['totalCount']
  const count = typeof counted === 'number' ? counted : rows.length
  const isGeneric = /^(rows|items|results?|data|list|entries|matches|found)$/i.test(key)
  const noun = isGeneric ? wordsOf(tool).slice(1).join(' ') || 'results' : wordsOf(key).join(' ')
  const chosen = choicesIn(input)
  const which = chosen.length > 0 ? ` (${chosen.join(', ')})` : ''
  if (count === 0) return `I found no ${noun}${which}`
  const sum = record['sum'] ?? record['total']
  const together =
    typeof sum === 'number' ? `, together ${formatFigure(sum, 'total', isMoney)}` : ''
  const names = rows.slice(0, maxNamed).map((row) => sayRow(row, key, count, isMoney))
  const more = count - names.length
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : joined(names)
  const isPlain = isGeneric && !rows.some((row) => toThing(row, key, true)?.id !== undefined)
  if (isPlain) return `${capitalised(noun)}${which}${together}: ${list}`
  return `${count} ${count === 1 ? noun.replace(/s$/, '') : noun}${which}${together}: ${list}`
}

function sayRow(row: unknown, key: string, count: number, isMoney: boolean): string {
  if (!isRecord(row)) return describeValue(row)
  const thing = toThing(row, key, true)
  const title = thing && (thing.id !== undefined || count > 1) ? nameOf(thing) : undefined
  const entries = Object.entries(row).filter(
    ([, inner]) => inner !== null && inner !== '' && typeof inner !== 'object',
  )
  const [label] = entries
  // A row without an id is a line of a table: its name, and its figures.
  if (title === undefined || thing?.id === undefined) {
    const figures = entries.filter(
      ([name, inner]) => typeof inner === 'number' && name !== label?.[0],
    )
    const head =
      title ??
      (label ? `${typeof label[1] === 'number' ? `${label[0]} ` : ''}${String(label[1])}` : '')
    const said = figures.slice(0, 3).map(([name, inner]) => {
      const text = formatFigure(inner, name, isMoney)
      return figures.length === 1 ? text : `${wordsOf(name).join(' ')} ${text}`
    })
    return [head, ...said].join(' ')
  }
  if (count > 1) return `“${title}”`
  const facts = entries
    .filter(([, inner]) => inner !== thing.id && inner !== thing.title)
    .slice(0, 5)
  const about = facts.map(
    ([name, inner]) => `${wordsOf(name).join(' ')} ${say(inner, name, isMoney)}`,
  )
  return `“${title}”${about.length > 0 ? ` (${about.join(', ')})` : ''}`
}

const say = (value: unknown, name: string, isMoney: boolean) => formatFigure(value, name, isMoney)

/** Returns the words and numbers that were asked for, but not "any" or "all". */
function choicesIn(input: unknown): string[] {
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([key, value]) => {
    if (typeof value === 'string' && !/^(|any|all|any time)$/i.test(value)) return [value]
    return typeof value === 'number' ? [`${wordsOf(key).join(' ')} ${value}`] : []
  })
}

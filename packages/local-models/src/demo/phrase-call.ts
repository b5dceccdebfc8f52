import { describeValue, joined } from './describe-value.ts'
import { isPageSwitch } from './find-navigation.ts'
import { capitalised, formatFigure } from './format-figure.ts'
import { pastTense } from './past-tense.ts'
import { isRecord } from './read-prompt.ts'
import { actionWords } from './say-action.ts'
import type { PastCall } from './read-prompt.ts'
import { stem, wordsOf } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, prepositions } from './vocabulary.ts'

/** Says what a call has done, as a part of a sentence: "moved task “Buy milk” (column: done)". */
export function phraseCall(
  { tool, input }: PastCall,
  names: ReadonlyMap<unknown, string>,
  card: ToolCard | undefined,
): string {
  const [verb = '', ...rest] = actionWords(tool)
  // If the description of a tool begins like its name, the name begins with a verb.
  const described = card?.description.toLowerCase() ?? ''
  const isAction =
    (isVerb(stem(verb)) || described.startsWith(verb)) && !/^(next|previous|new|back)$/.test(verb)
  const action = isAction
    ? [pastTense(verb), ...rest].join(' ')
    : `ran ${[verb, ...rest].join(' ')}`
  const entries = isRecord(input) ? Object.entries(input) : []
  const slotOf = (key: string) => card?.slots.find(({ path }) => path[0] === key)
  const detail = ([key, value]: readonly [string, unknown]) => {
    const label = slotOf(key)?.label ?? wordsOf(key).join(' ')
    return `${label}: ${sayValue(key, value, slotOf(key)?.description, names)}`
  }
  if (verb === 'fill' && entries.length > 0) return `filled in ${entries.map(detail).join(', ')}`
  const [only] = entries
  if (only && entries.length === 1 && isAction) {
    const [key, value] = only
    if (card && isPageSwitch(card)) return `${pastTense(verb)} ${capitalised(describeValue(value))}`
    if (isSetting(verb) && typeof value === 'boolean') return `${action}: ${value ? 'on' : 'off'}`
    const isValue = typeof value === 'number' || slotOf(key)?.kind === 'choice'
    if (isSetting(verb) && !isId(key) && isValue)
      return `${action} to ${sayValue(key, value, slotOf(key)?.description, names)}`
  }
  const main =
    entries.find(([key, value]) => isId(key) && [value].flat().some((each) => names.has(each))) ??
    entries.find(([key]) => isTitle(key)) ??
    entries.find(([key, value]) => isId(key) || typeof value === 'string')
  const others = entries.filter((entry) => entry !== main).slice(0, 4)
  const [other] = others
  // In "set order status to shipped", the status is not named a second time.
  const isTold =
    other !== undefined &&
    others.length === 1 &&
    isSetting(verb) &&
    stem(rest.at(-1) ?? '') === stem(wordsOf(other[0]).at(-1) ?? '')
  const details = isTold
    ? ` to ${sayValue(...other, slotOf(other[0])?.description, names)}`
    : others.length > 0
      ? ` (${others.map(detail).join(', ')})`
      : ''
  return `${action}${main ? sayObject(main, rest, names) : ''}${details}`
}

const isSetting = (verb: string): boolean => /^(set|change)$/.test(verb)

/** Says whose or which: " “Buy milk”", or " for A-1001" where the tool names another object. */
function sayObject(
  [key, value]: readonly [string, unknown],
  rest: readonly string[],
  names: ReadonlyMap<unknown, string>,
): string {
  const called = [value].flat().map((each) => names.get(each) ?? describeValue(each))
  const listed = called.slice(0, 5).map((name) => (isCode.test(name) ? name : `“${name}”`))
  if (listed.length === 0) return ''
  const more = called.length > 5 ? ` and ${called.length - 5} more` : ''
  const noun = wordsOf(key)
    .filter((word) => !/^(ids?|instance)$/.test(word))
    .at(-1)
  const isOther =
    isId(key) &&
    noun !== undefined &&
    rest.length > 0 &&
    stem(noun) !== stem(rest.at(-1) ?? '') &&
    !rest.some((word) => prepositions.has(word))
  return `${isOther ? ' for' : ''} ${more ? listed.join(', ') : joined(listed)}${more}`
}

/** The form of an id that is written for people. */
const isCode = /^[A-Z]{1,4}-\d+$/

/** Says a value: by its name if it is an id, and with its unit. */
function sayValue(
  key: string,
  value: unknown,
  description: string | undefined,
  names: ReadonlyMap<unknown, string>,
): string {
  const name = isId(key) ? names.get(value) : undefined
  if (name !== undefined) return name
  const isMoney = /\beuros?\b|€/i.test(description ?? '')
  return formatFigure(value, isMoney ? 'amount' : key, isMoney)
}

/** Whether a parameter takes the title of a thing. */
export const isTitle = (key: string): boolean =>
  /^(title|name|text|query|subject|label)$/i.test(key)

const isId = (key: string) => /(ids?|skus?|^instance)$/i.test(key)

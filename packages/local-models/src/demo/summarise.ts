import { capitalised } from './answer-question.ts'
import { nameOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { describeValue, joined } from './describe-value.ts'
import { isRecord } from './read-prompt.ts'
import { wantsTitle } from './rank-tools.ts'
import type { PastCall } from './read-prompt.ts'
import type { ToolCard } from './tool-card.ts'
import { stem, wordsOf } from './tokenise.ts'
import { isVerb, verbLikeness } from './vocabulary.ts'

/**
 * Sums up calls in plain words: one sentence for all that succeeded, and one for each failure or
 * result worth reading.
 */
export function summarise(
  calls: readonly PastCall[],
  things: readonly Thing[],
  tools: readonly ToolCard[],
): string[] {
  const names = namesFor(calls, things)
  const making = new Set(
    tools.filter(({ slots }) => slots.some(wantsTitle)).map(({ name }) => name),
  )
  const isFound = (call: PastCall) => isFinding(call) && !making.has(call.tool)
  const failed = new Map(calls.map((call) => [call, call.error ?? refusalIn(call)]))
  const done = calls.filter((call) => failed.get(call) === undefined && !isFound(call))
  const phrases = done.map((call) => phrase(call, names, tools))
  const sentences = phrases.length > 0 ? [sentence(joined(phrases))] : []
  for (const call of calls) {
    const told = isRecord(call.value) ? call.value['message'] : call.value
    const error = failed.get(call)
    const wrong = wrongIn(call)
    if (error !== undefined) {
      sentences.push(sentence(`I could not ${wordsOf(call.tool).join(' ')}: ${error}`))
    } else if (isFound(call)) {
      sentences.push(sentence(`${objectOf(call.tool)}: ${describeValue(call.value)}`))
    } else if (wrong) sentences.push(sentence(`Not right yet: ${wrong}`))
    else if (typeof told === 'string' && isTelling(told)) sentences.push(sentence(told))
  }
  return sentences
}

function sentence(text: string): string {
  const trimmed = capitalised(text.trim())
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

const isTelling = (text: string) =>
  text.trim().length > 0 && !/^(ok|okay|done|true|success|null)\W*$/i.test(text)

/**
 * Returns the reason why a call did nothing, if its result says so: `{ submitted: false, errors: {
 * city: 'Missing.' } }`.
 */
function refusalIn(call: PastCall): string | undefined {
  const { tool, value } = call
  if (!isRecord(value)) return undefined
  const [verb = ''] = wordsOf(tool)
  const isRefused = [past(verb), 'ok', 'success'].some((key) => value[key] === false)
  return isRefused ? wrongIn(call) || 'it was not taken' : undefined
}

/** Returns the errors that a result lists by field, as a form does. */
function wrongIn({ value }: PastCall): string {
  const errors = isRecord(value) ? value['errors'] : undefined
  if (!isRecord(errors)) return ''
  return joined(
    Object.entries(errors).map(
      ([field, error]) =>
        `${wordsOf(field).join(' ')} (${describeValue(error).replace(/(?<![.!])[.!]+$/, '')})`,
    ),
  )
}

/** Tells if a call was made for its result. */
function isFinding({ tool, value }: PastCall): boolean {
  const [first = ''] = wordsOf(tool).map(stem)
  const isLookup = !isVerb(first) || verbLikeness(first, 'show') >= 0.9
  return (
    isLookup &&
    (typeof value === 'string' ? isTelling(value) : typeof value === 'object' && value !== null)
  )
}

function objectOf(tool: string): string {
  const words = wordsOf(tool)
  return words.slice(words.length > 1 && isVerb(stem(words[0] ?? '')) ? 1 : 0).join(' ')
}

/**
 * Collects names by id: of things that the page shows, and of things that a call made and named.
 */
function namesFor(calls: readonly PastCall[], things: readonly Thing[]): Map<unknown, string> {
  const names = new Map<unknown, string>()
  for (const { input, value } of calls) {
    const title = isRecord(input) && Object.entries(input).find(([key]) => isTitle(key))?.[1]
    if (isRecord(value) && typeof title === 'string') names.set(value['id'], title)
  }
  for (const thing of things) {
    if (thing.title !== undefined || !names.has(thing.id)) names.set(thing.id, nameOf(thing))
  }
  return names
}

function phrase(
  { tool, input }: PastCall,
  names: ReadonlyMap<unknown, string>,
  tools: readonly ToolCard[],
): string {
  const [verb = '', ...rest] = wordsOf(tool)
  // If the description of a tool begins like its name, the name begins with a verb.
  const described = tools.find(({ name }) => name === tool)?.description.toLowerCase() ?? ''
  const isAction =
    (isVerb(stem(verb)) || described.startsWith(verb)) && !/^(next|previous|new|back)$/.test(verb)
  const action = isAction ? [past(verb), ...rest].join(' ') : `ran ${[verb, ...rest].join(' ')}`
  const entries = isRecord(input) ? Object.entries(input) : []
  const main =
    entries.find(([key, value]) => isId(key) && names.has(value)) ??
    entries.find(([key]) => isTitle(key)) ??
    entries.find(([key, value]) => isId(key) || typeof value === 'string')
  const others = entries.filter((entry) => entry !== main).slice(0, 4)
  const details = others.map(([key, value]) => `${wordsOf(key).join(' ')}: ${describeValue(value)}`)
  const object = main ? ` “${names.get(main[1]) ?? describeValue(main[1])}”` : ''
  return `${action}${object}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

const isTitle = (key: string) => /^(title|name|text|query|subject|label)$/i.test(key)

const isId = (key: string) => /id$/i.test(key)

const irregular = new Map(
  'set=set put=put send=sent find=found get=got make=made buy=bought choose=chose write=wrote read=read go=went undo=undid give=gave take=took reset=reset tell=told hide=hid hold=held bring=brought drag=dragged hear=heard see=saw'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

function past(verb: string): string {
  const known = irregular.get(verb)
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || verb === 'submit')
    return `${verb}${verb.at(-1)}ed`
  return `${verb}ed`
}

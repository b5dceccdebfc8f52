import { isPageSwitch } from './pages.ts'
import { isRecord, type PastCall } from './prompt.ts'
import {
  nothingToUndo,
  actionWords,
  asSentence,
  capitalised,
  describeValue,
  formatFigure,
  joined,
  pastTense,
  sayAction,
} from './reply.ts'
import { nameOf, plainName, toThing, type Thing } from './things.ts'
import { wantsTitle, type ToolCard } from './tool.ts'
import { isVerb, prepositions, stem, verbLikeness, wordsOf } from './words.ts'

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
  const cards = new Map(tools.map((tool) => [tool.name, tool]))
  const making = new Set(
    tools.filter(({ slots }) => slots.some(wantsTitle)).map(({ name }) => name),
  )
  const isFound = (call: PastCall) =>
    hasSummary(call) || (isFinding(call) && !making.has(call.tool))
  const failed = new Map(calls.map((call) => [call, call.error ?? refusalIn(call)]))
  const done = calls.filter(
    (call) =>
      failed.get(call) === undefined && !isFound(call) && sayUndone(call.value) === undefined,
  )
  const sentences = sayDone(done, names, cards)
  if (isUnsaved(done, tools)) sentences.push('That is not saved yet.')
  for (const call of calls) {
    const told = isRecord(call.value) ? call.value['message'] : call.value
    const error = failed.get(call)
    const undone = error === undefined ? sayUndone(call.value) : undefined
    const wrong = wrongIn(call)
    if (error !== undefined) {
      sentences.push(sayFailure(call, error))
    } else if (undone !== undefined) {
      sentences.push(undone)
    } else if (isFound(call)) {
      sentences.push(asSentence(sayResult(call, objectOf(call.tool), cards.get(call.tool))))
    } else if (wrong) sentences.push(asSentence(`Not right yet: ${wrong}`))
    else if (typeof told === 'string' && isTelling(told)) sentences.push(asSentence(told))
  }
  return sentences
}

/** Whether a form was filled that another tool submits. */
function isUnsaved(done: readonly PastCall[], tools: readonly ToolCard[]): boolean {
  const has = (verb: string) => tools.filter(({ verbs }) => verbs.includes(stem(verb)))
  const submits = has('submit').filter(({ unavailable }) => unavailable === undefined)
  const formOf = (cards: readonly ToolCard[], { tool }: PastCall) =>
    cards.find(({ name }) => name === tool)?.nouns.join(' ')
  const last = done.findLast((call) => formOf([...has('fill'), ...submits], call) !== undefined)
  const form = last && formOf(has('fill'), last)
  return form !== undefined && submits.some(({ nouns }) => nouns.join(' ') === form)
}

/** Says what was done: in one sentence, but for the pages that were opened on the way. */
function sayDone(
  done: readonly PastCall[],
  names: ReadonlyMap<unknown, string>,
  cards: ReadonlyMap<string, ToolCard>,
): string[] {
  const sentences: string[] = []
  let phrases: string[] = []
  const close = () => {
    if (phrases.length > 0) sentences.push(asSentence(joined(phrases)))
    phrases = []
  }
  for (const call of done) {
    const card = cards.get(call.tool)
    const isPage = card !== undefined && isPageSwitch(card)
    if (isPage) close()
    phrases.push(phraseCall(call, names, card))
    if (isPage) close()
  }
  close()
  return sentences
}

/** Whether a tool says in words what it has done, which is better than its name and arguments. */
const hasSummary = ({ value }: PastCall): boolean =>
  isRecord(value) && typeof value['summary'] === 'string'

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
  const isRefused = [pastTense(verb), 'ok', 'success'].some((key) => value[key] === false)
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

/** Whether a call was made for its result. */
function isFinding({ tool, value }: PastCall): boolean {
  const [first = ''] = actionWords(tool).map(stem)
  const isLookup = !isVerb(first) || verbLikeness(first, 'show') >= 0.9
  return (
    isLookup &&
    (typeof value === 'string'
      ? isTelling(value)
      : isRecord(value)
        ? !isNod(value)
        : Array.isArray(value))
  )
}

/** Whether a result says only that the call worked. */
const isNod = (value: Record<string, unknown>): boolean =>
  Object.values(value).every((inner) => typeof inner === 'boolean')

function objectOf(tool: string): string {
  const words = actionWords(tool)
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
    if (thing.title !== undefined || !names.has(thing.id)) names.set(thing.id, plainName(thing))
  }
  return names
}

/** Says what a call has done, as a part of a sentence: "moved task “Buy milk” (column: done)". */
function phraseCall(
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
const isTitle = (key: string): boolean => /^(title|name|text|query|subject|label)$/i.test(key)

const isId = (key: string) => /(ids?|skus?|^instance)$/i.test(key)

const maxNamed = 5

/**
 * Says what a call has found, in sentences: how many, their sum, and the first names. A text that
 * the result calls its summary is taken as it is.
 */
function sayResult(
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

/** The texts that a schema makes by itself, which tell a user nothing. */
const ofSchema =
  /^(invalid|too (small|big|short|long)|expected|unrecognized|required|unknown|must|should|(string|number|array|object|value|property|additional propert\w*)\b.*\b(must|expected|not allowed|required))\b/i

/** Says in plain words why a call did not do its work, or that nobody knows if it did. */
function sayFailure(call: PastCall, error: string): string {
  const action = sayAction(call.tool)
  const text = plainError(error, call)
  if (/nothing left to undo/i.test(text)) return nothingToUndo
  const denied = /^"[^"]*" was denied: ([^]*)$/.exec(text)?.[1]
  if (denied !== undefined) return sayDenied(action, inWords(firstSentence(denied), call))
  const isOfPage = /the page ended|has no answer/.test(text)
  if (text.endsWith('It was not run.'))
    return `I did not ${action}: ${isOfPage ? 'the page was reloaded or closed' : 'I was stopped'} before that.`
  if (isOfPage)
    return `The page was reloaded or closed while I wanted to ${action}. It is not known whether that took effect: please look at the page.`
  if (/^Cancelled\b/.test(text))
    return `I was stopped while I wanted to ${action}. Please look at the page for what took effect.`
  const problems = /^Invalid arguments for "[^"]*": ([^]*)$/.exec(text)?.[1]
  if (problems !== undefined) return sayProblems(action, problemsOf(call, problems), call)
  return asSentence(`I could not ${action}: ${inWords(reasonOf(text), call)}`)
}

function sayDenied(action: string, reason: string): string {
  const comment = /^the user said no(?:: ([^]+))?$/.exec(reason.replace(/\.$/, ''))
  if (!comment) return asSentence(`I did not ${action}: ${reason}`)
  const told = comment[1] === undefined ? '' : ` You said: “${comment[1]}”.`
  return `All right, I did not ${action}.${told}`
}

/** Returns what is wrong with the arguments, each without the path of its value. */
function problemsOf({ value }: PastCall, text: string): readonly string[] {
  const error = isRecord(value) && isRecord(value['error']) ? value['error'] : {}
  const issues = Array.isArray(error['issues']) ? (error['issues'] as unknown[]) : []
  const told = issues.flatMap((issue) =>
    isRecord(issue) && typeof issue['message'] === 'string' ? [issue['message']] : [],
  )
  return told.length > 0 ? told : text.split('; ').map((each) => each.replace(/^[\w.$[\]]+: /, ''))
}

function sayProblems(action: string, problems: readonly string[], call: PastCall): string {
  const plain = problems.filter((problem) => !ofSchema.test(problem))
  if (plain.length === 0) return `I could not ${action}: a value did not fit.`
  return [...new Set(plain)].map((each) => asSentence(inWords(each, call))).join(' ')
}

/** Returns the reason in an error of the engine, whose own words name the tool. */
function reasonOf(text: string): string {
  const off = /^"[^"]*" is not available now(?:: ([^]+))?/.exec(text)
  if (off) return off[1] ?? 'it is not available now'
  if (text.startsWith('There is no tool "')) return 'that is not possible here'
  if (/ took longer than \d+ ms\./.test(text))
    return 'it took too long. Please look at the page for what took effect'
  return text
}

/** Removes the names of classes and parameters in front of an error. */
function plainError(error: string, { input }: PastCall): string {
  let text = error.trim()
  for (let count = 0; count < 4; count += 1) {
    const [head = '', name = ''] = /^([A-Za-z_$][\w$.]*):\s/.exec(text) ?? []
    const isClass = /(Error|Exception|Failure)$/.test(name)
    const isParameter = isRecord(input) && Object.hasOwn(input, name)
    if (!isClass && !isParameter) break
    text = text.slice(head.length)
  }
  return text
}

/** Replaces the names of the tool and of its parameters, which only programs use, with words. */
function inWords(text: string, { tool, input }: PastCall): string {
  const names = [tool, ...Object.keys(isRecord(input) ? input : {})]
  return names
    .filter((name) => /[a-z][A-Z]|_/.test(name))
    .reduce((said, name) => said.replaceAll(name, wordsOf(name).join(' ')), text)
}

const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/)[0] ?? text

/**
 * Says what a call of an undo tool took back, as its result tells: `{ undone, failed,
 * stillInEffect }`, each with the names of tools. Returns undefined for another result.
 */
function sayUndone(value: unknown): string | undefined {
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

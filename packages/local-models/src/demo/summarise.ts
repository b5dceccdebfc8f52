import { asSentence } from './as-sentence.ts'
import { isPageSwitch } from './find-navigation.ts'
import { pastTense } from './past-tense.ts'
import { isTitle, phraseCall } from './phrase-call.ts'
import { plainName } from './plain-name.ts'
import type { Thing } from './collect-things.ts'
import { describeValue, joined } from './describe-value.ts'
import { actionWords } from './say-action.ts'
import { sayFailure } from './say-failure.ts'
import { sayResult } from './say-result.ts'
import { sayUndone } from './say-undo.ts'
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

import type { Missing } from './filling.ts'
import { isRecord } from './prompt.ts'
import { nameOf, plainName, toThing, type Part } from './things.ts'
import type { ToolCard } from './tool.ts'
import { isVerb, prepositions, stem, stopWords, wordsOf } from './words.ts'

/** The answer where nothing can be taken back. */
export const nothingToUndo = 'There is nothing left that I could undo.'

const maxListed = 8

/**
 * Asks for a missing value. The text always ends with a question mark, so that the reply is
 * recognised as an answer.
 */
export function askFor(tool: ToolCard, { slot, among }: Missing): string {
  const action = sayAction(tool.name)
  if (slot.kind === 'id') {
    const names = among.slice(0, maxListed).map((thing) => `“${plainName(thing)}”`)
    const seen =
      names.length > 0
        ? `I can see ${joined(names)}${among.length > maxListed ? ' and more' : ''}. `
        : ''
    const noun =
      slot.label === 'id' ? (tool.nouns.length > 0 ? wordsOf(tool.name).at(-1) : 'one') : slot.label
    return `${seen}Which ${noun} do you mean?`
  }
  const hint = slot.description.trim().replace(/(?<![.?])[.?]+$/, '')
  const what = `the ${slot.label}${hint && hint.toLowerCase() !== slot.label ? ` (${hint})` : ''}`
  if (slot.choices.length > 0) {
    const choices = joined(slot.choices.slice(0, 12).map(String), 'or')
    // A name such as "by" says nothing to a user, and its description may.
    // "Which page" says as much as the sentence around it.
    if (tool.nouns.includes(slot.words.at(-1) ?? '')) return `Which ${slot.label}: ${choices}?`
    const isShort = slot.label.length < 3 && hint !== ''
    return `${isShort ? hint : `To ${action} I need ${what}`}. Which one: ${choices}?`
  }
  if (slot.kind === 'boolean') return `To ${action} I need to know: ${slot.label}, yes or no?`
  return `To ${action} I need ${what}. What should it be?`
}

/** Says which words of a step nothing used, and that nothing was done therefore. */
export function sayUnclear({
  tool,
  leftover,
  part,
}: {
  tool: ToolCard | undefined
  leftover: readonly string[]
  part: Part | undefined
}): string {
  const action = tool ? sayAction(tool.name) : 'do anything'
  if (part !== undefined) {
    const all = part.all === undefined ? 'some of them' : `${part.shown} of ${part.all}`
    return `I see only ${all} on this page, so I did not ${action}. Name the ones you mean.`
  }
  const words = joined(leftover.slice(0, 5).map((text) => `“${shorten(text)}”`))
  return `I did not understand ${words}, so I did not ${action}.`
}

/** Cuts a text of the user that is repeated in an answer. */
export const shorten = (text: string): string =>
  text.length > 120 ? `${text.slice(0, 120)}…` : text

export function sayUnavailable(tool: ToolCard): string {
  const reason = tool.unavailable?.trim()
  const action = sayAction(tool.name)
  const isUndo = /^(undo|revert|rollback)$/.test(tool.words[0] ?? '')
  const isTold = reason !== undefined && !/^(|not available now\W*)$/i.test(reason)
  if (isUndo)
    return isTold && !/^there is nothing/i.test(reason) ? asSentence(reason) : nothingToUndo
  if (!isTold) return `I cannot ${action} at the moment: it is switched off here.`
  return asSentence(`I cannot ${action}: ${inSentence(reason)}`)
}

/** Begins a reason in lower case, unless its first word is a name. */
function inSentence(reason: string): string {
  const first = /^[A-Z][a-z]*\b/.exec(reason)?.[0]
  const isCommon = first !== undefined && first !== 'I' && stopWords.has(first.toLowerCase())
  return isCommon ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason
}

/** Describes what the offered tools can do, in their own words. */
export function sayAbilities(tools: readonly ToolCard[]): string {
  const usable = tools.filter(({ unavailable }) => unavailable === undefined)
  if (usable.length === 0) return 'There is nothing I can act on here: the page offers no tools.'
  const lines = usable.slice(0, maxListed).map(({ name, description }) => {
    const first = description.trim().split(/(?<=[.!?])\s|\n/)[0]
    return `- ${first || wordsOf(name).join(' ')}`
  })
  const more = usable.length - lines.length
  return ['Here I can:', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/**
 * Returns the words of a tool's name, from the verb on: "show ticket" for `tickets_show_ticket`. A
 * server of tools has its own name in front.
 */
export function actionWords(tool: string): readonly string[] {
  const words = wordsOf(tool)
  const at = words.findIndex((word) => isVerb(stem(word)))
  return at > 0 && at < words.length - 1 ? words.slice(at) : words
}

/** Returns the words for what a tool does: `move_card` is "move the card". */
export function sayAction(tool: string): string {
  const [verb = '', ...rest] = actionWords(tool)
  const [next = ''] = rest
  const isSmall = prepositions.has(next) || stopWords.has(next)
  // In "go back", "back" is not an object of the verb.
  const isOfVerb = /^(back|next|previous|last|first|new|all|out|up|down|off|on)$/.test(next)
  if (rest.length === 0 || isSmall || isOfVerb || !isVerb(stem(verb)))
    return [verb, ...rest].join(' ')
  return [verb, 'the', ...rest].join(' ')
}

/** Returns a text as a sentence: with a capital letter, and a full stop where no sign ends it. */
export function asSentence(text: string): string {
  const trimmed = capitalised(text.trim())
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

const irregular = new Map(
  'set=set put=put send=sent find=found get=got make=made buy=bought choose=chose write=wrote read=read go=went undo=undid give=gave take=took reset=reset tell=told hide=hid hold=held bring=brought drag=dragged hear=heard see=saw'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** Returns the past tense of an English verb: "add" is "added". */
export function pastTense(verb: string): string {
  const known = irregular.get(verb)
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || verb === 'submit')
    return `${verb}${verb.at(-1)}ed`
  return `${verb}ed`
}

const maxItems = 10
const maxLength = 500

/** Describes a value in plain words, in at most a few hundred characters. */
export function describeValue(value: unknown): string {
  const text = describe(value, 0, '')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Joins words to a list, as in "A, B and C". */
export function joined(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

function describe(value: unknown, depth: number, key: string): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    const items = value.slice(0, maxItems).map((item) => {
      const thing = toThing(item, key, true)
      return thing ? `“${nameOf(thing)}”` : describe(item, depth + 1, key)
    })
    const more = value.length - items.length
    const list = more > 0 ? `${items.join(', ')} and ${more} more` : joined(items)
    return depth === 0 && value.length > 1 ? `${value.length} (${list})` : list
  }
  if (isRecord(value)) {
    if (depth > 1) return '…'
    const entries = Object.entries(value).slice(0, maxItems)
    const [only] = entries
    if (only && entries.length === 1) return describe(only[1], depth, only[0])
    return (
      entries.map(([name, inner]) => `${name} ${describe(inner, depth + 1, name)}`).join(', ') ||
      'none'
    )
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Unit {
  /** The stem of the word that names the unit. */
  word: string
  before: string
  after: string
}

const units: readonly Unit[] = [
  ['euro', '€', ''],
  ['eur', '€', ''],
  ['dollar', '$', ''],
  ['usd', '$', ''],
  ['gbp', '£', ''],
  ['percent', '', ' %'],
  ['minut', '', ' minutes'],
  ['hour', '', ' hours'],
].map(([word = '', before = '', after = '']) => ({ word, before, after }))

/** Returns the unit that the name of a value ends with, as in `revenueEuros`. */
export function unitOf(key: string): Unit | undefined {
  const words = wordsOf(key).map(stem)
  return words.length > 1 ? units.find(({ word }) => word === words.at(-1)) : undefined
}

/**
 * Writes a value for people: 18,450.50 with its unit, and a date in words. `key` is the name of the
 * value. `isMoney` is true if the app says that its amounts are euros.
 */
export function formatFigure(value: unknown, key: string, isMoney = false): string {
  if (typeof value === 'number') {
    const euros = isMoney && /total|sum|amount|price|revenue|sales|paid|value|refund/i.test(key)
    const unit = unitOf(key) ?? (euros ? units[0] : undefined)
    const digits = unit?.before ? 2 : 0
    const text = value.toLocaleString('en-GB', {
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    })
    return `${unit?.before ?? ''}${text}${unit?.after ?? ''}`
  }
  const match =
    typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(value) : null
  if (!match) return describeValue(value)
  const [, year, month, day, time] = match
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return `${date.toLocaleDateString('en-GB', { dateStyle: 'long' })}${time === undefined ? '' : `, ${time}`}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const about = 'I am a rule-based demo, not a language model.'

const greeting =
  /^(hi|hello|hey|good (morning|afternoon|evening))\b[\s,.!]*(there|you|all)?[\s,.!]*/i

const asksForHelp =
  /^\W*(help( me)?|(what|how) (can|could|do) (you|i) (do|say|ask)|what (are|do) you|who are you|what can i do)\b.{0,40}$/i

/** Answers a message that asks for no work: a greeting, thanks, or what can be done here. */
export function answerSmallTalk(text: string, tools: readonly ToolCard[]): string | undefined {
  const rest = text
    .trim()
    .replace(greeting, '')
    .replace(/^(and|so|please)\s/i, '')
  if (rest === '' || asksForHelp.test(rest)) return `${about} ${sayAbilities(tools)}`
  if (
    /^\W*(many )?(thanks|thank you|thx|cheers|great|perfect|nice|cool|ok|okay)\b[\w\s,.!]{0,25}$/i.test(
      rest,
    ) &&
    !/[?]/.test(rest) &&
    !isCommand(rest.replace(/^\W*\w+[\s,.!]*/, ''))
  )
    return /thank|thx|cheers/i.test(rest) ? 'You are welcome.' : 'Good.'
  return undefined
}

const isCommand = (text: string): boolean => isVerb(stem(/^[a-z]+/i.exec(text)?.[0] ?? ''))

/** Small words of German, French, Spanish, Italian and Portuguese that are no words of English. */
const foreign =
  /^(der|die|das|den|und|ich|ist|nicht|bitte|wie|von|zeig|kannst|le|la|les|des|une|je|est|pas|pour|el|los|una|es|con|il|non|não|de|du|un)$/

/** Says in the user's language that only English is understood; undefined for English. */
export function answerForeign(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  const inEnglish = `${about} I understand only simple English.`
  if (letters > 1 && latin * 2 < letters) return inEnglish
  const words =
    text
      .slice(0, 2000)
      .toLowerCase()
      .match(/[\p{L}’'-]+/gu) ?? []
  const hits = words.filter((word) => foreign.test(word)).length
  return hits > 1 && hits * 4 >= words.length ? inEnglish : undefined
}

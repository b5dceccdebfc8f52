/** One word of a sentence, or one whole quotation. */
export interface Word {
  /** The text as written, without quotation marks and closing punctuation. */
  text: string
  lower: string
  stem: string
  /** The offsets in the sentence, quotation marks included. */
  start: number
  end: number
  quoted: boolean
  /** The characters between the previous word and this one: blanks, commas, a full stop. */
  gap: string
}

// Without the bounds, a text full of opening marks would cost the square of its length. An opening
// mark within a quotation begins another one.
const pattern =
  /"([^"]{0,2000})"|“([^“”]{0,2000})”|«([^«»]{0,2000})»|`([^`]{0,2000})`|(?<![\p{L}\p{N}])'([^'\n]{1,200})'(?![\p{L}\p{N}])|[\p{L}\p{N}_@#$€£+-][\p{L}\p{M}\p{N}_@#$€£%.,:/+'’&?=~-]*/gu

/** Splits a sentence into words. Numbers, dates, times, addresses and quotations stay whole. */
export function tokenise(sentence: string): Word[] {
  const words: Word[] = []
  let previousEnd = 0
  for (const match of sentence.matchAll(pattern)) {
    const quote = match.slice(1).find((group) => group !== undefined)
    for (const [from, text] of quote === undefined ? pieces(match[0]) : [[0, quote] as const]) {
      const start = match.index + from
      const end = start + (quote === undefined ? text.length : match[0].length)
      const lower = text.toLowerCase()
      words.push({
        text,
        lower,
        stem: stem(text),
        start,
        end,
        quoted: quote !== undefined,
        gap: sentence.slice(previousEnd, start),
      })
      previousEnd = end
    }
  }
  return words
}

/** Splits at commas: "milk,eggs." is two words, and "1,000.50" is one. */
function* pieces(chunk: string): Generator<readonly [offset: number, text: string]> {
  const parts = /\d,\d{3}(?!\d)/.test(chunk) ? [chunk] : chunk.split(',')
  let offset = 0
  for (const part of parts) {
    const text = part.replace(/(?<![.,:/+'’?=&~-])[.,:/+'’?=&~-]+$/u, '')
    if (/[\p{L}\p{N}]/u.test(text)) yield [offset, text]
    offset += part.length + 1
  }
}

/**
 * Returns the stems of an identifier or a phrase: `filterTasks`, `filter_tasks` and "filter tasks"
 * give the same.
 */
export function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).map(stem)
}

/** Returns the lower-case words of an identifier or a phrase. */
export function wordsOf(phrase: string): string[] {
  const spaced = phrase.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * Removes the English ending of a word, so that "adding", "added" and "adds" give the same key.
 * Keys are compared and never shown, because some are not words ("delet").
 */
export function stem(word: string): string {
  // Else "not" would be the same as "note".
  if (/^not$/i.test(word)) return 'not-'
  let key = word.toLowerCase().replace(/['’](s|re|m|ve|d|ll)?$/, '')
  if (key.length > 4 && key.endsWith('ies')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && /(?:[sxz]|ch|sh)es$/.test(key)) key = key.slice(0, -2)
  else if (key.length > 3 && /[^su]s$/.test(key)) key = key.slice(0, -1)
  if (key.length > 5 && key.endsWith('ing')) key = key.slice(0, -3)
  else if (key.length > 4 && key.endsWith('ied')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && key.endsWith('ed')) key = key.slice(0, -2)
  if (key.length > 3 && key.endsWith('e')) key = key.slice(0, -1)
  return /([b-df-hj-np-tv-z])\1$/.test(key) ? key.slice(0, -1) : key
}

/**
 * The groups of verbs that ask for the same thing. Before the bar stand the usual verbs. The verbs
 * after it count only together with other evidence.
 */
const families = [
  'add create new insert schedule | make register book plan put write compose draft enter append log record remind invite note',
  'delete remove erase discard drop trash | clear cancel destroy',
  'cancel abort | remove delete stop call',
  'move set change update edit modify mark adjust | put switch turn assign make shift reschedule bring drag push crank',
  'complete finish done resolve close tick check | mark end',
  'show filter list find search look display get fetch view read query | see give only browse narrow',
  'select pick choose highlight open | focus view click take',
  'go navigate visit open | show switch take bring',
  'send email mail message notify share | write tell',
  'forward | send pass',
  'remind notify | send',
  'reply answer respond | write send',
  'play listen start resume unpause continue | hear put',
  'pause stop halt | end hold',
  'next skip | forward advance',
  'previous back | rewind last',
  'submit save confirm | send finish',
  'undo revert restore | back',
  'refund reimburse repay | return',
  'ship dispatch deliver | send post',
  'fill enter type | set put complete write change update edit',
  'toggle switch turn enable disable | set',
  'reset clear empty | remove',
  'approve accept confirm | allow',
  'reject decline deny | refuse',
  'rename retitle | name call',
  'reschedule postpone delay | move shift change push',
  'call phone dial ring',
  'subscribe join | follow register',
  'sort order arrange | rank',
  'copy duplicate clone | repeat',
  'buy purchase order | get',
  'archive hide | remove',
  'assign give delegate | set',
  'increase raise | turn up',
  'decrease lower reduce | turn down',
]

const familiesOf = new Map<string, Map<number, number>>()
for (const [index, family] of families.entries()) {
  for (const [weight, part] of family.split('|').entries()) {
    for (const verb of part.trim().split(' ')) {
      const key = stem(verb)
      const known = familiesOf.get(key) ?? new Map<number, number>()
      familiesOf.set(key, known.set(index, weight === 0 ? 0.9 : 0.5))
    }
  }
}

/** The verbs of all groups, as they are written. */
export const verbs: readonly string[] = families.flatMap((family) => family.match(/[a-z]+/g) ?? [])

export function isVerb(key: string): boolean {
  return familiesOf.has(key)
}

/**
 * Computes how alike two verbs are, given as stems: 1 for the same word, 0.9 for a synonym, 0.5 for
 * a possible synonym, else 0.
 */
export function verbLikeness(a: string, b: string): number {
  if (a === b) return 1
  let best = 0
  for (const [family, weight] of familiesOf.get(a) ?? []) {
    best = Math.max(best, Math.min(weight, familiesOf.get(b)?.get(family) ?? 0))
  }
  return best
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** The words that do not help to choose a tool or an object. */
export const stopWords: ReadonlySet<string> = set(
  'a an the this that these those it its them they to in on at of for from with by as is are was be been am and or then also please me my mine i you your we our us do does did can could would will should there here now just so some any all every each both one ones called named titled have has had not no only into onto under about up down out off if but too what which who how many much where when tell left',
)

const sameNouns = [
  'song track tune',
  'task card ticket issue todo',
  'mail email message letter',
  'customer client buyer',
  'picture photo image',
  'appointment meeting event booking visit',
  'chart graph diagram plot',
  'person member employee colleague teammate',
  'reminder remind',
].map((line) => new Set(line.split(' ').map(stem)))

/** Whether two nouns, given as stems, name the same kind of thing. */
export const isSameNoun = (one: string, other: string): boolean =>
  one === other || sameNouns.some((group) => group.has(one) && group.has(other))

/**
 * The words that say how many, which ones, or that something is left out. Each changes what a
 * sentence asks for, so none may be passed over.
 */
export const loadedWords: ReadonlySet<string> = set(
  'or either all every each both everything everyone everybody any none no not never without except but only first second third fourth fifth last next previous latest newest oldest other another rest half few most least more less fewer than over under above below between best worst biggest largest smallest highest lowest cheapest older newer earlier later longer before after since until till yesterday today tomorrow instead if unless twice off',
)

export const articles: ReadonlySet<string> = set(
  'a an the my our your this that these those some another new all every each both any its their his her',
)

export const prepositions: ReadonlySet<string> = set(
  'to in into on onto at of for from with by as under via using until till since because about saying than within',
)

export const pronouns: ReadonlySet<string> = set(
  'it that this them these those one ones both him her',
)

/** The polite and connecting words that may open a step; longest first. */
export const openings: readonly string[] = [
  'i would like you to',
  'i would like to',
  'i want you to',
  'i need you to',
  "i'd like to",
  'i want to',
  'i need to',
  'can you',
  'could you',
  'would you',
  'will you',
  'please',
  'kindly',
  "let's",
  'go ahead and',
  'next up',
  'and',
  'then',
  'also',
  'finally',
  'lastly',
  'afterwards',
  'after that',
  'after this',
  'plus',
  'but',
  'now',
  'just',
  'first of all',
  'ok',
  'okay',
  'hey',
  'hi',
  'hello',
  'so',
  'well',
  'yes',
  'thanks',
  'thank you',
  'great',
]

export const closings: readonly string[] = [
  'please',
  'for me',
  'thanks',
  'thank you',
  'now',
  'right now',
  'again',
  'too',
  'as well',
  'instead',
  'ok',
  'first',
  'only',
]

/** Splits a list in words, as in "A, B and C", into its items. */
export const splitList = (text: string): string[] =>
  text
    .split(/,(?:\s*and\s)?|\sand\s|\s&\s/i)
    .map((item) => item.trim())
    .filter(Boolean)

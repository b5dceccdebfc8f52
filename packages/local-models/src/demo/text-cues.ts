import { findDates } from './find-dates.ts'
import type { Draft } from './fill-typed.ts'
import type { Slot } from './read-slots.ts'
import type { Reading } from './reading.ts'
import { splitList } from './split-list.ts'
import { stemsOf } from './tokenise.ts'
import type { Word } from './tokenise.ts'
import { articles, loadedWords, prepositions } from './vocabulary.ts'
import type { World } from './world.ts'

const cuesByName: readonly (readonly [name: RegExp, cues: RegExp])[] = [
  [/^(plac|location|room|venu|wher|addres|city|town|country)$/, /^(in|at)$/],
  [
    /^(recipient|person|assigne|customer|owner|attende|guest|user|who|participant|contact|patient|client)$/,
    /^(to|for|with|from|of|by)$/,
  ],
  [/^(reason|caus|why|justification)$/, /^(because|since|reason)$/],
  [/^(not|messag|coment|body|content|detail|description|remark)$/, /^(saying|that|about)$/],
  [/^(query|q|search|keyword|term|text)$/, /^(about|for|matching|containing|with|named|called)$/],
  [/^(languag|lang|locale)$/, /^(to|into|in)$/],
  [/^(topic|subject)$/, /^(about|on)$/],
  [/^(category|list|project|folder|playlist|group|section)$/, /^(to|in|into|under)$/],
  [/^(artist|author|by)$/, /^(by|from)$/],
  [/^(destination|target|to)$/, /^to$/],
  [/^(origin|sourc|from)$/, /^from$/],
]

/** Fills a text slot from the words after one that announces it, as "because" does a reason. */
export function fillCued(slot: Slot, draft: Draft): void {
  const { reading, tool, values } = draft
  const cues = cuesByName.find(([name]) => slot.words.some((word) => name.test(word)))?.[1]
  if (!cues) return
  for (let at = 1; at < reading.words.length - 1; at += 1) {
    if (!reading.isFree(at)) continue
    const isAfter = cues.test('because') && isStatement(reading, at)
    if (!isAfter && !cues.test(reading.lower(at))) continue
    const isReason = isAfter || /^(because|saying)$/.test(reading.lower(at))
    let to = at + 1
    while (
      reading.isFree(to) &&
      (isReason ||
        to === at + 1 ||
        !(prepositions.has(reading.lower(to)) || (tool.reads && ends.test(reading.lower(to)))))
    )
      to += 1
    const first = isAfter ? at : at + 1
    const from = articles.has(reading.lower(first)) && !isReason ? first + 1 : first
    if (!isReason && !isName(slot, draft, from, to)) continue
    const text = reading.source(from, to)
    if (!text) continue
    reading.take(at, to)
    values.set(slot, slot.list ? splitList(text) : text)
    return
  }
}

/** The words that end a name in what only looks at things. */
const ends = /^(that|which|who|whose|are|is|and|or|but)$/

/** Whether a sentence follows a comma, as in "Cancel it, the path is flooded". */
const isStatement = ({ words }: Reading, at: number): boolean =>
  words[at]?.gap.includes(',') === true &&
  /^(the|it|he|she|they|we|i|my|our|his|her|their)$/.test(words[at]?.lower ?? '') &&
  words.slice(at + 1).some(({ lower }) => /^(is|was|are|were|has|had|have|got)$/.test(lower))

const written = /^(body|messag|not|coment|reply|content|answer)$/

/** Fills a long text from all that stands after a colon, as in "reply to it: Thanks, see you". */
export function fillAfterColon({ reading, tool, values }: Draft): void {
  const slot = tool.slots.find(
    ({ kind, words }) => kind === 'text' && words.some((word) => written.test(word)),
  )
  const at = reading.words.findIndex((word, index) => index > 0 && /:\s*$/.test(word.gap))
  if (!slot || tool.reads || at < 0 || values.has(slot) || !reading.isFree(at)) return
  const { quoted } = reading.words[at] ?? {}
  const to = quoted ? at + 1 : reading.words.length
  values.set(slot, reading.source(at, to))
  reading.take(at, to)
}

/**
 * Whether words can be a name or a search text: no date, and nothing that counts or compares. What
 * only looks at things takes words that the page shows, or that the user wrote as a name. Else a
 * sentence that means another thing would become a search for itself.
 */
export function isName(slot: Slot, draft: Draft, from: number, to: number): boolean {
  const { reading, tool, world } = draft
  const words = reading.words.slice(from, to)
  if (words.length === 1 && words[0]?.quoted) return true
  const isPerson = slot.words.some((word) => personLike.test(word))
  if (tool.reads && isShown(words, isPerson ? slot.words : [], world)) return true
  const isCapital = ({ text }: Word) => /^[\p{Lu}\d]/u.test(text)
  if (words.some((word) => loadedWords.has(word.lower) && !isCapital(word))) return false
  if (findDates(reading, world.now).some((date) => date.from >= from && date.from < to))
    return false
  if (!tool.reads) return true
  if (words.some(({ lower }) => calendar.test(lower))) return false
  if (countries().has(words.map(({ lower }) => lower).join(' '))) return !isPerson
  if (words.every(isCapital)) return !isPerson || asker.test(reading.cueBefore(from) || 'of')
  const [verb] = reading.words
  const searches =
    verb !== undefined &&
    (searching.test(verb.lower) || (slot.required && tool.verbs.includes(verb.stem)))
  return (
    searches && !isPerson && !words.some(({ lower }) => prepositions.has(lower) || form.test(lower))
  )
}

export const personLike: RegExp =
  /^(nam|person|employe|attende|customer|client|patient|guest|member|user|owner|assigne|author|artist|recipient|who)$/

const asker = /^(of|from|by|for)$/

export const searching: RegExp = /^(search|find|look|lookup|filter)$/

const calendar =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|(mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter)$/

/** The words that join others to a sentence, and stand in no name. */
const form = /^(that|which|who|whose|are|is|was|were|has|have|[a-z]{3,}(ing|ed))$/

/** Whether the page shows words, as a part of a title, of somebody's name or of another text. */
function isShown(words: readonly Word[], of: readonly string[], { things }: World): boolean {
  const asked = words.filter(({ lower }) => !articles.has(lower)).map(({ stem }) => stem)
  const isIn = (text: unknown) => {
    if (typeof text !== 'string' || text.length > 60) return false
    const own = stemsOf(text)
    return asked.every((key) => own.includes(key))
  }
  const isOf = (key: string) => of.length === 0 || stemsOf(key).some((word) => of.includes(word))
  return (
    asked.length > 0 &&
    things.some(
      ({ noun, title, record }) =>
        (isOf(noun) && isIn(title)) ||
        Object.entries(record).some(([key, value]) => isOf(key) && isIn(value)),
    )
  )
}

let countryNames: ReadonlySet<string> | undefined

/** Returns the names of the countries, which are no names of people. */
function countries(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  countryNames ??= new Set(
    letters
      .flatMap((one) => letters.map((other) => names.of(one + other)?.toLowerCase()))
      .filter((name) => name !== undefined),
  )
  return countryNames
}

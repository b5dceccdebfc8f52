import { findDates } from './find-dates.ts'
import type { Draft } from './fill-typed.ts'
import type { Slot } from './read-slots.ts'
import type { Reading } from './reading.ts'
import { splitList } from './split-list.ts'
import { articles, loadedWords, prepositions } from './vocabulary.ts'

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
export function fillCued(slot: Slot, { reading, values, now }: Draft): void {
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
      (isReason || to === at + 1 || !prepositions.has(reading.lower(to)))
    )
      to += 1
    const first = isAfter ? at : at + 1
    const from = articles.has(reading.lower(first)) && !isReason ? first + 1 : first
    if (!isReason && !isName(reading, from, to, now)) continue
    const text = reading.source(from, to)
    if (!text) continue
    reading.take(at, to)
    values.set(slot, slot.list ? splitList(text) : text)
    return
  }
}

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

/** Whether words can be a name or a search text: no date, and nothing that counts or compares. */
export function isName(reading: Reading, from: number, to: number, now: Date): boolean {
  for (let at = from; at < to; at += 1) {
    if (loadedWords.has(reading.lower(at)) && !/^\p{Lu}/u.test(reading.words[at]?.text ?? ''))
      return false
  }
  return !findDates(reading, now).some((date) => date.from >= from && date.from < to)
}

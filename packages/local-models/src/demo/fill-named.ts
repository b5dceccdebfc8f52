import type { Draft } from './fill-typed.ts'
import { toNumber } from './find-numbers.ts'
import type { Slot } from './read-slots.ts'
import { splitList } from './split-list.ts'
import type { Reading } from './reading.ts'
import { prepositions } from './vocabulary.ts'

const linking = /^(to|is|as|of|be|should|equals|at|=)$/

/**
 * Fills slots that the step calls by name: "quantity 3", "email: ann@example.org", "with the title
 * Standup". A number or a text directly follows its name. Values of other kinds are found by their
 * form and need no name.
 */
export function fillNamed({ reading, tool, values }: Draft): void {
  const nameAt = new Map<Slot, [from: number, to: number]>()
  for (const slot of tool.slots) {
    const place = findName(reading, slot)
    if (place) nameAt.set(slot, place)
  }
  const starts = new Set([...nameAt.values()].map(([from]) => from))
  for (const slot of tool.slots) {
    const place = nameAt.get(slot)
    if (!place || (slot.kind !== 'text' && slot.kind !== 'number')) continue
    let from = place[1]
    const isLink = (at: number) => reading.isFree(at) && linking.test(reading.lower(at))
    if (/^(number|address)$/.test(reading.lower(from)) && isLink(from + 1)) from += 1
    while (isLink(from)) from += 1
    const word = reading.words[from]
    if (!word || !reading.isFree(from) || starts.has(from)) continue
    if (slot.kind === 'number') {
      const value = toNumber(word.lower)
      if (value === undefined || word.quoted) continue
      // In "the views of 12 to 5", the 12 says whose.
      const isWhose = reading.lower(from - 1) === 'of' && reading.lower(from + 1) === 'to'
      if (isWhose && toNumber(reading.lower(from + 2)) !== undefined) continue
      values.set(slot, slot.list ? [value] : value)
      reading.takeWithCue(place[0], from + 1)
      continue
    }
    // In "Add a note to order 7", the name of the slot is the object of the verb. The value comes
    // later.
    if (prepositions.has(reading.lower(place[1])) && tool.nouns.includes(slot.words.at(-1) ?? ''))
      continue
    const to = endOfText(reading, from, starts)
    const text = reading.source(from, to)
    values.set(slot, slot.list ? splitList(text) : text)
    reading.takeWithCue(place[0], to)
  }
}

function findName(reading: Reading, { words }: Slot): [from: number, to: number] | undefined {
  if (words.length === 0) return undefined
  for (let at = 0; at + words.length < reading.words.length; at += 1) {
    const here = words.every((key, index) => {
      const word = reading.words[at + index]
      return word && !word.quoted && reading.isFree(at + index) && word.stem === key
    })
    if (here) return [at, at + words.length]
  }
  return undefined
}

function endOfText(reading: Reading, from: number, starts: ReadonlySet<number>): number {
  if (reading.words[from]?.quoted) return from + 1
  let to = from + 1
  while (to < reading.words.length && reading.isFree(to)) {
    const word = reading.words[to]
    if (!word || word.quoted || starts.has(to) || word.gap.includes(',')) break
    if (/^(and|with)$/.test(word.lower) && startsWithin(starts, to + 1)) break
    to += 1
  }
  return to
}

const startsWithin = (starts: ReadonlySet<number>, at: number) =>
  starts.has(at) || starts.has(at + 1)

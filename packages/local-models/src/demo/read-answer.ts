import type { Thing } from './collect-things.ts'
import { fillAddresses, fillChoices, fillDates, fillNumbers } from './fill-typed.ts'
import type { Draft } from './fill-typed.ts'
import { fillBooleans } from './fill-booleans.ts'
import { findMentions } from './find-mentions.ts'
import { findThings } from './find-things.ts'
import type { Slot } from './read-slots.ts'
import { splitList } from './split-list.ts'
import { Reading } from './reading.ts'
import { tokenise } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import type { World } from './world.ts'

/**
 * Reads the reply to the question for one slot. Returns undefined if the reply does not answer the
 * question.
 */
export function readAnswer(
  answer: string,
  slot: Slot,
  tool: ToolCard,
  world: World,
  among: readonly Thing[],
): unknown {
  // A reply has no verb, and the first word of a step is one.
  const text = `use ${answer}`
  const words = tokenise(text)
  const things = among.length > 0 ? among : world.things
  const mentions = findMentions(words, things).filter(({ from }) => from > 0)
  const reading = new Reading({ text, words, mentions, start: 0, end: text.length, hasDate: false })
  reading.take(0, 1)
  const values = new Map<Slot, unknown>()
  const alone: ToolCard = { ...tool, slots: [slot] }
  const draft: Draft = {
    reading,
    tool: alone,
    values,
    competes: false,
    world,
    asks: false,
  }
  if (slot.kind === 'text') {
    const [first] = words.slice(1)
    const whole =
      words.length === 2 && first?.quoted ? first.text : answer.trim().replace(/[.!]$/, '')
    return slot.list ? splitList(whole) : whole
  }
  if (slot.kind === 'id') {
    const { ids } = findThings(
      reading,
      slot,
      alone,
      { ...world, things, recent: [], missed: false, selected: [] },
      words.length,
    )
    const literal =
      words.length === 2 && /\d/.test(answer) ? words[1]?.text.replace(/^#/, '') : undefined
    const id = ids[0] ?? (among.length > 0 ? undefined : literal)
    if (id === undefined) return undefined
    const value = slot.numeric ? Number(id) : String(id)
    return slot.list ? (ids.length > 0 ? [...ids] : [value]) : value
  }
  fillAddresses(draft)
  fillDates(draft)
  fillChoices(draft)
  fillNumbers(draft)
  fillBooleans(draft)
  return values.get(slot)
}

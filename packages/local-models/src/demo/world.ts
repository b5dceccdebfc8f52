import { collectThings, toThing, visit } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { isRecord } from './read-prompt.ts'
import type { Conversation } from './read-prompt.ts'
import { stemsOf, wordsOf } from './tokenise.ts'

/** The things that a step can refer to. */
export interface World {
  conversation: Conversation
  /** All things, in the order shown. */
  things: readonly Thing[]
  /** The things that were created or touched last, the newest first: the meaning of "it". */
  recent: readonly Thing[]
  /** The things that the page says are selected, current or open. */
  selected: readonly Thing[]
  now: Date
}

export function readWorld(conversation: Conversation, now: Date): World {
  const things = collectThings(conversation)
  return {
    conversation,
    things,
    recent: recentThings(conversation, things),
    selected: selectedThings(conversation, things),
    now,
  }
}

function recentThings(conversation: Conversation, things: readonly Thing[]): Thing[] {
  const byId = new Map(things.map((thing) => [String(thing.id), thing]))
  const byTitle = new Map(things.map((thing) => [thing.title, thing]))
  const named = (key: string, value: unknown): Thing | undefined => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    const isId = /(^|[a-z])ids?$/i.test(key)
    const unseen = { id: value, title: undefined, noun: stemsOf(key)[0] ?? '', record: {} }
    return byId.get(String(value)) ?? byTitle.get(String(value)) ?? (isId ? unseen : undefined)
  }
  const recent: Thing[] = []
  const calls = conversation.turns.flatMap((turn) => turn.calls).slice(-20)
  for (const { tool, input, value, error } of calls.toReversed()) {
    if (error !== undefined) continue
    const results: Thing[] = []
    visit(value, tool, results)
    const given = isRecord(input) ? Object.entries(input) : []
    const touched = [
      // The page knows more about a thing than a result that only confirms its id.
      ...results
        .filter(({ id }) => id !== undefined)
        .map((thing) => byId.get(String(thing.id)) ?? thing),
      ...given.flatMap(([key, inner]) => [inner].flat().map((each) => named(key, each))),
    ]
    for (const thing of touched)
      if (thing?.id !== undefined && !recent.includes(thing)) recent.push(thing)
  }
  return recent
}

function selectedThings(conversation: Conversation, things: readonly Thing[]): Thing[] {
  const byId = new Map(things.map((thing) => [String(thing.id), thing]))
  const selected: Thing[] = []
  for (const { value } of conversation.contexts) {
    if (!isRecord(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      const isPointer = wordsOf(key).some((word) =>
        [
          'selected',
          'selection',
          'current',
          'active',
          'focused',
          'open',
          'opened',
          'playing',
        ].includes(word),
      )
      if (!isPointer || inner === null) continue
      for (const item of [inner].flat()) {
        const thing = isRecord(item)
          ? toThing(item, key)
          : byId.get(typeof item === 'string' ? item : JSON.stringify(item))
        if (thing)
          selected.push(thing.id === undefined ? thing : (byId.get(String(thing.id)) ?? thing))
      }
    }
  }
  return selected
}

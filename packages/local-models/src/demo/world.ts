import { isRecord, type Conversation } from './prompt.ts'
import { collectThings, toThing, visit, type Thing } from './things.ts'
import type { ToolCard } from './tool.ts'
import { stem, stemsOf, verbLikeness, wordsOf } from './words.ts'

/** The things that a step can refer to. */
export interface World {
  conversation: Conversation
  /** All things, in the order shown. */
  things: readonly Thing[]
  /**
   * The things that the page shows now, and behind them those that calls on this page found: what a
   * question counts. What was found on a page that was left is not among them.
   */
  shown: readonly Thing[]
  /** The things that were created or touched last, the newest first: the meaning of "it". */
  recent: readonly Thing[]
  /**
   * True if the last calls all failed and named nothing that is known, or if the message before was
   * refused: "it" is then not there.
   */
  missed: boolean
  /** The things that the page says are selected, current or open. */
  selected: readonly Thing[]
  now: Date
}

export function readWorld(
  conversation: Conversation,
  tools: readonly ToolCard[],
  now: Date,
): World {
  const things = withLabels(collectThings(conversation), tools)
  const labelled = new Map(things.map((thing) => [`${thing.noun}\n${String(thing.id)}`, thing]))
  const shown = collectThings(sinceLastPage(conversation))
  return {
    conversation,
    things,
    shown: shown.map((thing) => labelled.get(`${thing.noun}\n${String(thing.id)}`) ?? thing),
    ...recentThings(conversation, things),
    selected: selectedThings(conversation, things),
    now,
  }
}

/** Leaves out the calls before the last one that opened another page. */
function sinceLastPage({
  contexts,
  turns,
}: Conversation): Pick<Conversation, 'contexts' | 'turns'> {
  const calls = turns.flatMap((turn) => turn.calls)
  const last = calls.findLastIndex(({ tool, error }) => error === undefined && opensPage(tool))
  return { contexts, turns: [{ text: '', calls: calls.slice(last + 1), reply: '' }] }
}

const opensPage = (tool: string): boolean => verbLikeness(stemsOf(tool)[0] ?? '', 'go') >= 0.9

/** Adds the things that the tools list with names, in place of what was known of them. */
function withLabels(things: readonly Thing[], tools: readonly ToolCard[]): readonly Thing[] {
  const known = new Map(things.map((thing) => [String(thing.id), thing]))
  const named = new Map<string, Thing>()
  for (const { nouns, slots } of tools) {
    for (const [id, title] of slots.flatMap(({ labels }) => [...labels])) {
      if (named.has(id)) continue
      const { noun = nouns.at(-1) ?? '', record = {} } = known.get(id) ?? {}
      const isName = title !== id || known.get(id)?.title === undefined
      named.set(id, {
        id,
        title: isName ? title : known.get(id)?.title,
        noun,
        record,
        isListed: true,
      })
    }
  }
  if (named.size === 0) return things
  const rest = things.filter(({ id, title }) => {
    const label = named.get(String(id))?.title
    return id === undefined || label === undefined || (title !== undefined && title !== label)
  })
  return [...named.values(), ...rest]
}

function recentThings(
  conversation: Conversation,
  things: readonly Thing[],
): Pick<World, 'recent' | 'missed'> {
  const byId = new Map(things.map((thing) => [String(thing.id), thing]))
  const byTitle = new Map(things.map((thing) => [thing.title, thing]))
  const named = (key: string, value: unknown): Thing | undefined => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    const unseen = { id: value, title: undefined, noun: stemsOf(key)[0] ?? '', record: {} }
    return (
      byId.get(String(value)) ?? byTitle.get(String(value)) ?? (isIdKey(key) ? unseen : undefined)
    )
  }
  const isKnown = (inner: unknown) => [inner].flat().some((each) => byId.has(String(each)))
  const recent: Thing[] = []
  const calls = conversation.turns.flatMap((turn) => turn.calls).slice(-20)
  const failed = conversation.turns.findLast((turn) => turn.calls.length > 0)?.calls ?? []
  let missed = failed.length > 0 && failed.every(({ error }) => error !== undefined)
  for (const call of calls.toReversed()) {
    const { tool, input, value, error } = call
    const results: Thing[] = []
    if (error === undefined) visit(value, tool, results)
    // A failed call touched nothing, but "it" may be the thing that it was to change.
    const given = Object.entries(isRecord(input) ? input : {}).filter(
      ([key, inner]) => error === undefined || (isIdKey(key) && isKnown(inner)),
    )
    const touched = [
      // The page knows more about a thing than a result that only confirms its id.
      ...results
        .filter(({ id }) => id !== undefined)
        .map((thing) => byId.get(String(thing.id)) ?? thing),
      ...given.flatMap(([key, inner]) => [inner].flat().map((each) => named(key, each))),
    ]
    if (failed.includes(call) && touched.length > 0) missed = false
    for (const thing of touched)
      if (thing?.id !== undefined && !recent.includes(thing)) recent.push(thing)
  }
  return { recent, missed: missed || isRefused(conversation) }
}

/** Whether the message before was refused, so that "it" may be what was not understood. */
function isRefused({ turns }: Conversation): boolean {
  const before = turns.at(-2)
  if (!before || before.calls.length > 0 || (turns.at(-1)?.calls.length ?? 0) > 0) return false
  if (/\b(it|them|that|this|these|those|one)\b/i.test(before.text)) return false
  return /^I (did not understand|found nothing|cannot|could not)\b/.test(before.reply)
}

const isIdKey = (key: string): boolean => /(^ids?|_ids?|[a-z](Id|ID)s?)$/.test(key)

function selectedThings(conversation: Conversation, things: readonly Thing[]): Thing[] {
  const byId = new Map(things.map((thing) => [String(thing.id), thing]))
  const known = (thing: Thing): Thing =>
    thing.id === undefined ? thing : (byId.get(String(thing.id)) ?? thing)
  const selected: Thing[] = []
  const opened: Thing[] = []
  for (const { scope, value } of conversation.contexts) {
    if (!isRecord(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      // The page of an order shows the order: `{ order: { id, … } }` in the scope "order".
      const own = stemsOf(scope).includes(stem(key)) ? toThing(inner, key) : undefined
      if (own) opened.push(known(own))
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
        if (thing) selected.push(known(thing))
      }
    }
  }
  return [...selected, ...opened]
}

import { call, type ScriptedCall } from '@ambit/testing'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Random } from '../allowed/random.ts'
import { isForm, type Kind } from './editors.tsx'
import { type RecordId, records, type Texts, textsOf, type Value } from './value.ts'

/** What the model sees of the page. */
interface Sight {
  readonly record: RecordId
  readonly texts: Texts
  readonly tools: ReadonlySet<string>
}

/** Reads what a request shows, as a model does. */
export function readRequest({ prompt, tools = [] }: LanguageModelV4CallOptions): Sight {
  const all = JSON.stringify(prompt.at(-1))
  const contextOf = (scope: string): Record<string, unknown> => {
    const told = new RegExp(String.raw`scope=\\"${scope}\\"[^>]*>\\n(.*?)\\n</scope-context>`).exec(
      all,
    )
    return told?.[1] ? JSON.parse(JSON.parse(`"${told[1]}"`) as string) : {}
  }
  const { open = 'a' } = contextOf('page') as { open?: RecordId }
  const { values } = contextOf('customer')
  const value = (values ?? contextOf('board')) as Value
  return { record: open, texts: textsOf(value), tools: new Set(tools.map(({ name }) => name)) }
}

/** One call of the model, and what it is to change. */
interface Wish {
  readonly call: ScriptedCall
  readonly changes: ReadonlyMap<string, string | undefined>
  /** What earlier calls have changed, and this one asks for again. */
  readonly again: ReadonlyMap<string, string | undefined>
  readonly opens?: RecordId | undefined
}

const items = (texts: Texts): { id: string; text: string }[] =>
  [...texts].flatMap(([name, text]) =>
    name.startsWith('items/') ? [{ id: name.slice('items/'.length), text }] : [],
  )

/** A model that asks for random changes of what it sees, each with a text of its own. */
export class Model {
  readonly #kind: Kind
  readonly #random: Random
  #count = 0

  constructor(kind: Kind, random: Random) {
    this.#kind = kind
    this.#random = random
  }

  /** Returns the calls of one message. */
  message(sight: Sight): Wish[] {
    const { upTo, isIn } = this.#random
    const texts = new Map(sight.texts)
    const wishes: Wish[] = []
    let { record } = sight
    for (let left = 1 + upTo(3); left > 0; left--) {
      const wish = isIn(0.1) ? this.#open(record) : this.#act(sight, texts)
      if (!wish) continue
      wishes.push(wish)
      if (wish.opens) {
        record = wish.opens
        // It does not know what is there.
        texts.clear()
      }
      for (const [name, text] of wish.changes) {
        if (text === undefined) texts.delete(name)
        else texts.set(name, text)
      }
    }
    return wishes
  }

  #wish(
    name: string,
    args: unknown,
    changes: Wish['changes'] = new Map(),
    again: Wish['again'] = new Map(),
  ): Wish {
    return { call: call(name, args, `m${++this.#count}`), changes, again }
  }

  #text(): string {
    return `m${++this.#count}`
  }

  #open(now: RecordId): Wish {
    const others = records.filter((record) => record !== now)
    const opens = this.#random.pick(others) ?? 'b'
    return { ...this.#wish('open_record', { id: opens }), opens }
  }

  #act({ tools, texts: shown }: Sight, texts: Texts): Wish | undefined {
    const { isIn, pick } = this.#random
    if (isIn(0.25)) return this.#wish('add_note', { text: this.#text() })
    if (isForm(this.#kind)) return isIn(0.25) ? this.#wish('submit_customer', {}) : this.#fill()
    const item = pick(items(texts))
    if (item && shown.has(`items/${item.id}`) && isIn(0.15)) {
      const dropped = new Map([[`items/${item.id}`, undefined]])
      return this.#wish('drop_item', { instance: item.id }, dropped)
    }
    if (tools.has('set_title')) return this.#action(item?.id)
    if (tools.has('add_item') && isIn(0.2)) return this.#item('add_item', this.#text())
    return tools.has('set_board') ? this.#patch(shown, texts) : undefined
  }

  #fill(): Wish {
    const { isIn } = this.#random
    const names = ['name', 'city', 'note'].filter(() => isIn(0.5))
    const changes = new Map((names.length ? names : ['name']).map((name) => [name, this.#text()]))
    return this.#wish('fill_customer', Object.fromEntries(changes), changes)
  }

  #action(id: string | undefined): Wish {
    const { isIn } = this.#random
    const isKnown = id !== undefined && isIn(0.6)
    if (isIn(0.6)) return this.#item('store_item', isKnown ? id : this.#text())
    const text = this.#text()
    return this.#wish('set_title', { text }, new Map([['title', text]]))
  }

  #item(tool: string, id: string): Wish {
    const text = this.#text()
    return this.#wish(tool, { id, text }, new Map([[`items/${id}`, text]]))
  }

  /** Changes members, and things of the list, which it gives as a whole. */
  #patch(shown: Texts, texts: Texts): Wish {
    const { isIn, pick } = this.#random
    const changes = new Map<string, string | undefined>()
    const isBlind = texts.size === 0
    if (isBlind || isIn(0.4)) changes.set('title', this.#text())
    if (isIn(0.3)) {
      const isGone = texts.has('note') && isIn(0.3)
      changes.set('note', isGone ? undefined : this.#text())
    }
    const hasList = !isBlind && (changes.size === 0 || isIn(0.5))
    if (hasList) {
      const item = pick(items(texts))
      if (item && isIn(0.6)) {
        changes.set(`items/${item.id}`, isIn(0.3) ? undefined : this.#text())
      } else changes.set(`items/${this.#text()}`, this.#text())
    }
    const next = new Map<string, string | undefined>([...texts, ...changes])
    const members = [...changes].filter(([name]) => !name.includes('/'))
    const patch = Object.fromEntries(members.map(([name, text]) => [name, text ?? null]))
    if (!hasList) return this.#wish('set_board', patch, changes)
    const again = new Map<string, string | undefined>()
    for (const name of new Set([...shown.keys(), ...texts.keys()])) {
      const isOfList = name.startsWith('items/') && !changes.has(name)
      if (isOfList && next.get(name) !== shown.get(name)) again.set(name, next.get(name))
    }
    const left = [...next].filter((entry): entry is [string, string] => entry[1] !== undefined)
    return this.#wish('set_board', { ...patch, items: items(new Map(left)) }, changes, again)
  }
}

import { openSlots } from './fill-typed.ts'
import type { Draft } from './fill-typed.ts'
import type { Word } from './tokenise.ts'

const yes = /^(on|yes|true|enable|enabled|y)$/
const no =
  /^(off|no|false|not|disable|disabled|without|un|hide|stop|n|never|isn't|don't|unmark|uncheck)$/

/** Fills switches from their names, and from words such as "on", "without" and "subscribe". */
export function fillBooleans(draft: Draft): void {
  const { reading, tool, values } = draft
  const [verb] = reading.words
  const named = new Set(reading.clause.mentions.flatMap(({ from, to }) => range(from, to)))
  const find = (test: (word: Word) => boolean) =>
    reading.words.findIndex(
      (word, at) => at > 0 && !word.quoted && reading.isFree(at) && !named.has(at) && test(word),
    )
  for (const slot of openSlots(draft, 'boolean')) {
    const own = slot.words.filter((word) => !generic.test(word))
    const names = (word: Word) =>
      own.includes(word.stem) || own.includes(word.stem.replace(/^un/, ''))
    const at = find(names)
    const said = find(({ lower }) => yes.test(lower) || no.test(lower))
    const isSwitch = slot.required || own.every((word) => tool.nouns.includes(word))
    const byVerb = verb && (yes.test(verb.lower) || no.test(verb.lower) || names(verb))
    if (at < 0 ? !isSwitch || (said < 0 && !byVerb) : draft.competes && !announced(at, draft))
      continue
    const near = [verb?.lower ?? '', reading.lower(said)]
    if (at >= 0) near.push(reading.lower(at - 1), reading.lower(at + 1), reading.lower(at - 2))
    const found = reading.words[at]?.stem
    const isOpposite = found !== undefined && !own.includes(found)
    const isNot = isOpposite || near.some((word) => no.test(word))
    values.set(slot, !isNot)
    if (said >= 0) reading.take(said, said + 1)
    if (at >= 0) reading.takeWithCue(at, at + 1)
    const wish = [at - 1, at - 2, at - 3].find((each) => wishing.test(reading.lower(each)))
    if (at >= 0 && wish !== undefined && wish > 0) reading.take(wish, wish + 1)
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const wishing = /^(subscribe|subscribed|want|enable|include|accept|join)$/

/** The names of switches that do not say what they switch. */
const generic = /^(is|has|enabl|on|valu|stat|activ|should)$/

function announced(at: number, { reading, tool }: Draft): boolean {
  const before = reading.lower(at - 1)
  return (
    /^(as|is|be|it|with|mark|make|set|and|not|a|an|without|to)$/.test(before) ||
    tool.nouns.includes(reading.words[at + 1]?.stem ?? '') ||
    (at === reading.words.length - 1 && /,/.test(reading.words[at]?.gap ?? ''))
  )
}

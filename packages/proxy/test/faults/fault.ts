import type { Reply, Step } from './fault-server.ts'
import type { Outcome } from './play-fault.ts'
import {
  type End,
  type Frame,
  type Item,
  type ScriptedCall,
  shownBy,
  toBytes,
  type Wire,
} from './wire.ts'

/** One row of the matrix: what goes wrong, and what must come of it. */
export interface Fault {
  readonly name: string
  readonly replies: readonly Reply[]
  readonly expect: Expected
}

/** What must come of a fault. Left out: nothing ran, nothing was answered, and each reply was asked for once. */
export type Expected = Pick<Outcome, 'status'> & Partial<Outcome>

export const text = (...pieces: string[]): Item => ({ text: pieces })
export const save = (...input: string[]): ScriptedCall => ({ name: 'save', input })

/** A call whose arguments come in pieces, none of them JSON alone. */
export const saveMilk: ScriptedCall = save('{"ti', 'tle":"Mi', 'lk"}')

/** A message of a few words. */
export const hello = (wire: Wire): Frame[] => wire.message([text('Hel', 'lo')], 'stop')

/** A message that says something, then asks for a call. */
export const saving = (wire: Wire): Frame[] =>
  wire.message([text('Let me ', 'save.'), saveMilk], 'tool_calls')

/** The answer a healthy server gives to anything. */
export const fine = (wire: Wire): Reply => whole(wire.message([text('Fi', 'ne.')], 'stop'))

export const whole = (frames: readonly Frame[]): Reply => bytes(toBytes(frames))

export const bytes = (...chunks: (string | Uint8Array)[]): Reply => ({
  body: chunks.map((write): Step => ({ write })),
})

/** A message as the wire says it. */
export const said = (wire: Wire, items: readonly Item[], end: End): Reply =>
  whole(wire.message(items, end))

/** Puts events after the last one of a kind, or before the first with `before`. */
export function insert(
  frames: readonly Frame[],
  place: { after: Frame['label'] } | { before: Frame['label'] },
  ...more: Frame[]
): Frame[] {
  const at =
    'after' in place
      ? frames.findLastIndex(({ label }) => label === place.after) + 1
      : frames.findIndex(({ label }) => label === place.before)
  return frames.toSpliced(at, 0, ...more)
}

/** `end` is a body that ends as HTTP wants it; the others break the connection. */
export type Cut = 'end' | 'close' | 'reset'

/** Only the first events, the last of them only in part when `rest` bytes of the next are given. */
export function cutAfter(frames: readonly Frame[], count: number, how: Cut, part = false): Reply {
  const before = frames.slice(0, count)
  const next = toBytes(frames.slice(count, count + 1))
  const write = toBytes(before) + (part ? next.slice(0, Math.ceil(next.length / 2)) : '')
  const written: Step[] = write ? [{ write }] : []
  if (how === 'end') return { body: written }
  return { body: [...written, { untilShown: shownBy(before) }, { cut: how }] }
}

/** What a row of a wire's own table is written with. */
export interface Rows {
  /** One answer. */
  readonly one: (name: string, frames: readonly Frame[], expect: Expected) => Fault
  /** One answer, then a healthy one. */
  readonly two: (name: string, frames: readonly Frame[], expect: Expected) => Fault
}

export const rowsOf = (wire: Wire): Rows => ({
  one: (name, frames, expect) => ({ name, replies: [whole(frames)], expect }),
  two: (name, frames, expect) => ({ name, replies: [whole(frames), fine(wire)], expect }),
})

/** The run went on to the end, and `save` was run with these. */
export const saved = (text: string, ran: readonly string[]): Expected =>
  completed(text, 'stop', { ran, answers: ran.map(() => 'ok') })

export const completed = (
  text: string,
  finish = 'stop',
  more: Partial<Outcome> = {},
): Expected => ({
  status: 'completed',
  finish,
  text,
  ...more,
})

export const failed = (code: string, text = '', more: Partial<Outcome> = {}): Expected => ({
  status: 'failed',
  code,
  text,
  ...more,
})

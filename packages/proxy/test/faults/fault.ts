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

/** One row of the matrix: the replies of the server, and the expected outcome. */
export interface Fault {
  readonly name: string
  readonly replies: readonly Reply[]
  readonly expect: Expected
}

/**
 * The expected outcome of a fault. Fields that are left out mean: no tool ran, no call was
 * answered, and each reply was used once.
 */
export type Expected = Pick<Outcome, 'status'> & Partial<Outcome>

export const text = (...pieces: string[]): Item => ({ text: pieces })
export const save = (...input: string[]): ScriptedCall => ({ name: 'save', input })

/** A call whose arguments come in pieces. No piece is JSON. */
export const saveMilk: ScriptedCall = save('{"ti', 'tle":"Mi', 'lk"}')

/** Creates a message of a few words. */
export const hello = (wire: Wire): Frame[] => wire.message([text('Hel', 'lo')], 'stop')

/** Creates a message with words and then a call. */
export const saving = (wire: Wire): Frame[] =>
  wire.message([text('Let me ', 'save.'), saveMilk], 'tool_calls')

/** Creates the answer of a healthy server. */
export const fine = (wire: Wire): Reply => whole(wire.message([text('Fi', 'ne.')], 'stop'))

export const whole = (frames: readonly Frame[]): Reply => bytes(toBytes(frames))

export const bytes = (...chunks: (string | Uint8Array)[]): Reply => ({
  body: chunks.map((write): Step => ({ write })),
})

/** Creates the reply with a message. */
export const said = (wire: Wire, items: readonly Item[], end: End): Reply =>
  whole(wire.message(items, end))

/** Inserts events after the last event of a kind, or before the first one with `before`. */
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

/** A way to end a body: `end` ends it correctly, the others break the connection. */
export type Cut = 'end' | 'close' | 'reset'

/** Creates a reply with the first `count` events. With `part`, half of the next event follows. */
export function cutAfter(frames: readonly Frame[], count: number, how: Cut, part = false): Reply {
  const before = frames.slice(0, count)
  const next = toBytes(frames.slice(count, count + 1))
  const write = toBytes(before) + (part ? next.slice(0, Math.ceil(next.length / 2)) : '')
  const written: Step[] = write ? [{ write }] : []
  if (how === 'end') return { body: written }
  return { body: [...written, { untilShown: shownBy(before) }, { cut: how }] }
}

/** The functions that create the rows of one wire's table. */
export interface Rows {
  /** Creates a row with one answer. */
  readonly one: (name: string, frames: readonly Frame[], expect: Expected) => Fault
  /** Creates a row with one answer, and then a healthy one. */
  readonly two: (name: string, frames: readonly Frame[], expect: Expected) => Fault
}

export const rowsOf = (wire: Wire): Rows => ({
  one: (name, frames, expect) => ({ name, replies: [whole(frames)], expect }),
  two: (name, frames, expect) => ({ name, replies: [whole(frames), fine(wire)], expect }),
})

/** Expects that the run completes, and that `save` runs with these titles. */
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

import {
  completed,
  type Cut,
  cutAfter,
  failed,
  type Fault,
  fine,
  hello,
  saving,
  whole,
} from '../fault.ts'
import type { Frame, Wire } from '../wire.ts'

const cuts: readonly Cut[] = ['end', 'close', 'reset']

const means: Record<Cut, string> = {
  end: 'ends cleanly',
  close: 'is closed',
  reset: 'is reset',
}

/** Returns the faults of streams that stop, at every possible place and in every way. */
export const cutFaults = (wire: Wire): Fault[] => [
  ...cuts.flatMap((how): Fault[] => [
    ...inText(wire, how),
    ...inCall(wire, how),
    ...betweenCalls(wire, how),
  ]),
  {
    name: 'every answer is cut before its first word',
    replies: [0, 1, 2, 3].map(() => cutAfter(hello(wire), opening(hello(wire)), 'end')),
    expect: failed('stream_cut', '', { delays: [500, 1000, 2000] }),
  },
  {
    name: 'the connection is reset before an answer, each time',
    replies: [0, 1, 2, 3].map(() => ({ refuses: true, body: [] })),
    expect: failed('network', '', { delays: [500, 1000, 2000] }),
  },
  {
    name: 'the connection is reset once before an answer',
    replies: [{ refuses: true, body: [] }, fine(wire)],
    expect: completed('Fine.'),
  },
]

/** Counts the events before the first one that shows anything. */
const opening = (frames: readonly Frame[]): number =>
  frames.findIndex(({ text, input }) => text ?? input)

const nth = (frames: readonly Frame[], label: Frame['label'], which: 'first' | 'last'): number =>
  which === 'first'
    ? frames.findIndex((frame) => frame.label === label)
    : frames.findLastIndex((frame) => frame.label === label)

function inText(wire: Wire, how: Cut): Fault[] {
  const frames = hello(wire)
  const first = opening(frames)
  const end = nth(frames, 'finish', 'first')
  return [
    {
      name: `${means[how]} before the first byte`,
      replies: [cutAfter(frames, 0, how), fine(wire)],
      expect: completed('Fine.', 'stop', { delays: [500] }),
    },
    {
      name: `${means[how]} in the first event`,
      replies: [cutAfter(frames, 0, how, true), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: `${means[how]} before the first word`,
      replies: [cutAfter(frames, first, how), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: `${means[how]} in the event of the first word`,
      replies: [cutAfter(frames, first, how, true), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: `${means[how]} after the first word`,
      replies: [cutAfter(frames, first + 1, how)],
      expect: failed('stream_cut', 'Hel'),
    },
    {
      name: `${means[how]} in the event of the second word`,
      replies: [cutAfter(frames, first + 1, how, true)],
      expect: failed('stream_cut', 'Hel'),
    },
    {
      name: `${means[how]} after the last word`,
      replies: [cutAfter(frames, end, how)],
      expect: failed('stream_cut', 'Hello'),
    },
    {
      name: `${means[how]} in the event that finishes`,
      replies: [cutAfter(frames, end, how, true)],
      expect: failed('stream_cut', 'Hello'),
    },
  ]
}

function inCall(wire: Wire, how: Cut): Fault[] {
  const frames = saving(wire)
  const input = nth(frames, 'input', 'first')
  const last = nth(frames, 'input', 'last')
  const end = nth(frames, 'finish', 'first')
  const cut = failed('stream_cut', 'Let me save.', { answers: ['cancelled'] })
  const wholeInput = input === last
  return [
    {
      name: `${means[how]} before a call's arguments`,
      replies: [cutAfter(frames, input, how)],
      // On a wire where a call is one event, nothing of the call is known yet.
      expect: wholeInput ? failed('stream_cut', 'Let me save.') : cut,
    },
    {
      name: `${means[how]} in the event of a call's arguments`,
      replies: [cutAfter(frames, input, how, true)],
      expect: wholeInput ? failed('stream_cut', 'Let me save.') : cut,
    },
    ...(wholeInput
      ? []
      : [
          {
            name: `${means[how]} in the middle of a call's arguments`,
            replies: [cutAfter(frames, last, how)],
            expect: cut,
          },
        ]),
    {
      name: `${means[how]} after a call's whole arguments`,
      replies: [cutAfter(frames, last + 1, how)],
      expect: cut,
    },
    {
      name: `${means[how]} after a whole call`,
      replies: [cutAfter(frames, end, how)],
      expect: cut,
    },
    {
      name: `${means[how]} in the event that finishes a call`,
      replies: [cutAfter(frames, end, how, true)],
      expect: cut,
    },
  ]
}

/** Returns the faults of a stream that is cut after the tool has run. */
function betweenCalls(wire: Wire, how: Cut): Fault[] {
  const frames = hello(wire)
  const first = opening(frames)
  return [
    {
      name: `${means[how]} before the first word after a tool`,
      replies: [whole(saving(wire)), cutAfter(frames, first, how), fine(wire)],
      expect: completed('Let me save.|Fine.', 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: `${means[how]} after the first word after a tool`,
      replies: [whole(saving(wire)), cutAfter(frames, first + 1, how)],
      expect: failed('stream_cut', 'Let me save.|Hel', { ran: ['Milk'], answers: ['ok'] }),
    },
  ]
}

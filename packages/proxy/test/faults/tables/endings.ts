import {
  completed,
  failed,
  type Fault,
  fine,
  hello,
  insert,
  said,
  save,
  saveMilk,
  saving,
  text,
  whole,
} from '../fault.ts'
import type { End, Refusal, Wire } from '../wire.ts'

/** Returns the faults of messages with an unusual end, and of errors that come as events. */
export const endingFaults = (wire: Wire): Fault[] => [...ends(wire), ...errors(wire)]

function ends(wire: Wire): Fault[] {
  const words = [text('Hel', 'lo')]
  const call = [text('Let me ', 'save.'), saveMilk]
  const cut = failed('stream_cut', 'Let me save.', { answers: ['cancelled'] })
  const broken = [text('Let me ', 'save.'), save('{"title":"Mi')]
  const saved = completed('Let me save.|Fine.', 'stop', { ran: ['Milk'], answers: ['ok'] })
  const each: [End, string, string][] = [
    ['length', 'length', 'its length'],
    ['content_filter', 'content_filter', 'a content filter'],
    ['unknown', 'other', 'a reason nobody knows'],
  ]
  return [
    ...each.flatMap(([end, finish, why]): Fault[] => [
      {
        name: `${why} ends a text`,
        replies: [said(wire, words, end)],
        expect: completed('Hello', finish),
      },
      ...(end === 'unknown' && wire.quirks.trustsUnknownReasons
        ? [
            {
              name: `${why} ends a call, and the client vouches for it`,
              replies: [said(wire, call, end), fine(wire)],
              expect: saved,
            },
            {
              name: `${why} ends a call in its arguments, and the client vouches for it`,
              replies: [said(wire, broken, end), fine(wire)],
              expect: { ...saved, ran: [], answers: ['invalid'] },
            },
          ]
        : [
            {
              name: `${why} ends a call`,
              replies: [said(wire, call, end)],
              expect: cut,
            },
            {
              name: `${why} ends a call in its arguments`,
              replies: [said(wire, broken, end)],
              expect: cut,
            },
          ]),
    ]),
    ...(['length', 'content_filter'] as const).map((end): Fault => ({
      name: `${end} ends a message before its first word`,
      replies: [said(wire, [], end)],
      expect: completed('', end),
    })),
    {
      name: 'length ends the message after a tool',
      replies: [whole(saving(wire)), said(wire, words, 'length')],
      expect: completed('Let me save.|Hello', 'length', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'an empty message',
      replies: [said(wire, [], 'stop'), fine(wire)],
      expect: completed('Fine.', 'stop', { delays: [500] }),
    },
    {
      name: 'empty messages only',
      replies: [0, 1, 2, 3].map(() => said(wire, [], 'stop')),
      expect: failed('empty_response'),
    },
    {
      name: 'a message of empty words',
      replies: [said(wire, [text('', '')], 'stop'), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'an empty message after a tool, which ends the turn',
      replies: [whole(saving(wire)), said(wire, [], 'stop')],
      expect: completed('Let me save.|', 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'a message of spaces',
      replies: [said(wire, [text(' \n')], 'stop')],
      expect: completed(' \n'),
    },
    {
      name: 'counts are missing',
      replies: [whole(wire.message(words, 'stop', { usage: false }))],
      expect: completed('Hello'),
    },
    {
      name: 'a call is promised and none comes',
      replies: [said(wire, words, 'tool_calls')],
      expect: completed('Hello', wire.quirks.countsCalls ? 'stop' : 'other'),
    },
    {
      name: 'a call comes and none is promised',
      replies: [said(wire, call, 'stop'), fine(wire)],
      expect: completed('Let me save.|Fine.', 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'the message comes twice',
      replies: [whole([...hello(wire), ...hello(wire)])],
      // Some clients wait for the end of the connection before they end the message.
      expect: completed(wire.quirks.endsEarly ? 'Hello' : 'HelloHello'),
    },
    {
      name: 'words come after the end',
      replies: [whole([...hello(wire), ...hello(wire).filter(({ label }) => label === 'text')])],
      expect: completed(wire.quirks.endsEarly ? 'Hello' : 'HelloHello'),
    },
  ]
}

function errors(wire: Wire): Fault[] {
  const each: [Refusal, string, boolean][] = [
    ['overloaded', 'upstream_error', true],
    ['limited', 'rate_limited', true],
    ['invalid', 'invalid_request', false],
    ['spent', wire.spent.code, false],
  ]
  const overloaded = wire.error('overloaded')
  return [
    ...each.flatMap(([refusal, code, retries]): Fault[] => [
      {
        name: `an event says "${refusal}" at once`,
        replies: [whole([wire.error(refusal)]), ...(retries ? [fine(wire)] : [])],
        // For a first event, Anthropic's client puts the kind of an error only into its text.
        expect: retries
          ? completed('Fine.')
          : failed(wire.quirks.endsEarly && refusal === 'spent' ? 'invalid_request' : code),
      },
      {
        name: `an event says "${refusal}" before the first word`,
        replies: [
          whole([...hello(wire).slice(0, 1), wire.error(refusal)]),
          ...(retries ? [fine(wire)] : []),
        ],
        expect: retries ? completed('Fine.') : failed(code),
      },
      {
        name: `an event says "${refusal}" after the first words`,
        replies: [
          whole([
            ...hello(wire).filter(({ label }) => label === 'open' || label === 'text'),
            wire.error(refusal),
          ]),
        ],
        expect: failed(code, 'Hello'),
      },
      {
        name: `an event says "${refusal}" in a call`,
        replies: [whole(insert(saving(wire), { before: 'finish' }, wire.error(refusal)))],
        expect: failed(code, 'Let me save.', { answers: ['cancelled'] }),
      },
    ]),
    {
      name: 'several events say it failed; the first counts',
      replies: [
        whole([
          ...hello(wire).filter(({ label }) => label === 'open' || label === 'text'),
          wire.error('limited'),
          wire.error('invalid'),
          overloaded,
        ]),
      ],
      expect: failed('rate_limited', 'Hello'),
    },
    {
      name: 'an error, then words, as if nothing were',
      replies: [
        whole(insert(hello(wire), { before: 'text' }, overloaded)),
        ...(wire.quirks.peeks ? [fine(wire)] : []),
      ],
      expect: wire.quirks.peeks ? completed('Fine.') : failed('upstream_error', 'Hello'),
    },
    {
      name: 'an error after a tool, which is not run again',
      replies: [whole(saving(wire)), whole([overloaded]), fine(wire)],
      expect: completed('Let me save.|Fine.', 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'an error in the middle of the answer after a tool',
      replies: [
        whole(saving(wire)),
        whole([
          ...hello(wire).filter(({ label }) => label === 'open' || label === 'text'),
          overloaded,
        ]),
      ],
      expect: failed('upstream_error', 'Let me save.|Hello', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'an error for each attempt',
      replies: [0, 1, 2, 3].map(() => whole([overloaded])),
      expect: failed('upstream_error', '', { delays: [500, 1000, 2000] }),
    },
  ]
}

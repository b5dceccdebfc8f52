import {
  bytes,
  completed,
  failed,
  type Fault,
  fine,
  hello,
  insert,
  rowsOf,
  saved,
  saving,
} from '../fault.ts'
import { toBytes } from '../wire.ts'
import {
  called,
  data,
  googleGenerateContent as wire,
  parts,
  raw,
} from '../wires/google-generate-content.ts'

/** Returns the faults of parts of generateContent that hold something else, or nothing. */
export const googlePartFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  return [
    two(
      'no candidate comes',
      [data({ usageMetadata: { promptTokenCount: 1 } })],
      completed('Fine.'),
    ),
    two('candidates are empty', [data({ candidates: [] })], completed('Fine.')),
    two('a candidate is empty', [data({ candidates: [{}] })], completed('Fine.')),
    two('a candidate has only a reason', [raw(undefined, 'STOP')], completed('Fine.')),
    one(
      'candidates are null',
      insert(hello(wire), { after: 'text' }, data({ candidates: null })),
      completed('Hello'),
    ),
    one(
      'content is null',
      insert(hello(wire), { after: 'text' }, data({ candidates: [{ content: null }] })),
      completed('Hello'),
    ),
    one(
      'parts are null',
      insert(hello(wire), { after: 'text' }, data({ candidates: [{ content: { parts: null } }] })),
      completed('Hello'),
    ),
    one(
      'parts are words',
      insert(hello(wire), { after: 'text' }, data({ candidates: [{ content: { parts: 'a' } }] })),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'a part is of a kind nobody knows',
      insert(hello(wire), { after: 'text' }, parts({ hologram: {} })),
      completed('Hello'),
    ),
    one('a part is empty', insert(hello(wire), { after: 'text' }, parts({})), completed('Hello')),
    two(
      'two calls come in one event',
      [raw([called('Milk'), called('Eggs')], 'STOP')],
      saved('|Fine.', ['Milk', 'Eggs']),
    ),
    two(
      'a call has no arguments',
      [raw([{ functionCall: { name: 'refresh' } }], 'STOP')],
      saved('|Fine.', ['(refresh)']),
    ),
    two(
      'the arguments of a call are null',
      [raw([{ functionCall: { name: 'refresh', args: null } }], 'STOP')],
      saved('|Fine.', ['(refresh)']),
    ),
    two('a call has no name', [raw([{ functionCall: { args: {} } }], 'STOP')], completed('Fine.')),
    two(
      'a thought has a signature, and comes back with it',
      [
        parts({ text: 'Hm.', thought: true }),
        parts({ ...called('Milk'), thoughtSignature: 'c2ln' }),
        raw([], 'STOP'),
      ],
      saved('|Fine.', ['Milk']),
    ),
    one(
      'only a thought comes',
      [parts({ text: 'Hm.', thought: true }), raw([], 'STOP')],
      completed(''),
    ),
    one(
      'a thought reaches its length',
      [parts({ text: 'Hm.', thought: true }), raw([], 'MAX_TOKENS')],
      completed('', 'length'),
    ),
    one('a thought is cut', [parts({ text: 'Hm.', thought: true })], failed('stream_cut')),
    one(
      'an empty word has a signature',
      [parts({ text: 'Hello' }), raw([{ text: '', thoughtSignature: 'c2ln' }], 'STOP')],
      completed('Hello'),
    ),
    one(
      'an error has a word for a code',
      [parts({ text: 'Hel' }), data({ error: { code: 'x', status: 'INTERNAL', message: 'm' } })],
      failed('invalid_response', 'Hel'),
    ),
    one(
      'an error has only a status',
      [
        parts({ text: 'Hel' }),
        data({ error: { code: null, status: 'RESOURCE_EXHAUSTED', message: 'm' } }),
      ],
      failed('rate_limited', 'Hel'),
    ),
    one(
      'counts are words',
      insert(
        hello(wire),
        { before: 'finish' },
        data({ usageMetadata: { promptTokenCount: 'ten' } }),
      ),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'counts are negative',
      insert(hello(wire), { before: 'finish' }, data({ usageMetadata: { promptTokenCount: -1 } })),
      completed('Hello'),
    ),
    {
      name: 'the answer is a list and no event stream',
      replies: [
        {
          ...bytes(
            `[${hello(wire)
              .map((frame) => frame.data)
              .join(',')}]`,
          ),
          headers: { 'content-type': 'application/json' },
        },
      ],
      expect: failed('invalid_response'),
    },
    {
      name: 'a second stream follows the first',
      replies: [bytes(toBytes(saving(wire)), toBytes(hello(wire))), fine(wire)],
      expect: saved('Let me save.Hello|Fine.', ['Milk']),
    },
  ]
}

import {
  bytes,
  completed,
  type Expected,
  failed,
  type Fault,
  fine,
  hello,
  insert,
  rowsOf,
  saved,
  saving,
  whole,
} from '../fault.ts'
import { type Frame, toBytes } from '../wire.ts'
import { chunk, delta, done, openaiChat as wire, raw } from '../wires/openai-chat.ts'

/** Returns the faults of chunks of chat completions that hold something else, or nothing. */
export const chatChunkFaults = (): Fault[] => {
  const { one } = rowsOf(wire)
  const four = (name: string, frames: readonly Frame[], expect: Expected): Fault => ({
    name,
    replies: [0, 1, 2, 3].map(() => whole(frames)),
    expect,
  })
  return [
    one(
      'calls are null',
      insert(hello(wire), { after: 'text' }, delta({ tool_calls: null })),
      completed('Hello'),
    ),
    one(
      'calls are an empty list',
      insert(hello(wire), { after: 'text' }, delta({ tool_calls: [] })),
      completed('Hello'),
    ),
    one(
      'words are null',
      insert(hello(wire), { after: 'text' }, delta({ content: null })),
      completed('Hello'),
    ),
    one(
      'words are a list',
      insert(hello(wire), { after: 'text' }, delta({ content: ['a'] })),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'a delta is null',
      insert(hello(wire), { after: 'text' }, raw({ choices: [{ index: 0, delta: null }] })),
      completed('Hello'),
    ),
    one(
      'a choice has no delta',
      insert(hello(wire), { after: 'text' }, raw({ choices: [{ index: 0 }] })),
      completed('Hello'),
    ),
    one(
      'choices are empty',
      insert(hello(wire), { after: 'text' }, raw({ choices: [] })),
      completed('Hello'),
    ),
    one(
      'choices are missing',
      insert(hello(wire), { after: 'text' }, raw({ id: 'chatcmpl-1' })),
      failed('invalid_response', 'Hello'),
    ),
    {
      name: 'no event has a choice',
      replies: [whole([raw({ choices: [] })]), fine(wire)],
      expect: completed('Fine.'),
    },
    one(
      'the model refuses',
      insert(
        hello(wire).filter(({ label }) => label !== 'text'),
        { after: 'open' },
        delta({ refusal: 'I ' }),
        delta({ refusal: 'cannot.' }),
      ),
      completed('I cannot.', 'content_filter'),
    ),
    one(
      'the model refuses after words',
      insert(hello(wire), { after: 'text' }, delta({ refusal: ' No.' })),
      completed('Hello No.', 'content_filter'),
    ),
    one(
      'the end is never told',
      hello(wire).filter(({ label }) => label !== 'finish'),
      failed('stream_cut', 'Hello'),
    ),
    one(
      'the end of a call is never told',
      saving(wire).filter(({ label }) => label !== 'finish'),
      failed('stream_cut', 'Let me save.', { answers: ['cancelled'] }),
    ),
    // The reason ends a message. The sentinel and the counts after it may be lost.
    one(
      'the sentinel is missing',
      hello(wire).filter(({ data }) => data !== '[DONE]'),
      completed('Hello'),
    ),
    one('the sentinel comes twice', [...hello(wire), done], completed('Hello')),
    // The client ignores the sentinel.
    one(
      'the sentinel comes in the middle',
      insert(hello(wire), { before: 'finish' }, done),
      completed('Hello'),
    ),
    four('only the sentinel comes', [done], failed('stream_cut', '')),
    one(
      'a second reason contradicts the first',
      insert(hello(wire), { after: 'finish' }, { label: 'finish', data: chunk({}, 'length') }),
      completed('Hello', 'length'),
    ),
    one(
      'the reason comes with the last word',
      [...hello(wire).slice(0, 2), { label: 'finish', data: chunk({ content: 'lo' }, 'stop') }],
      completed('Hello'),
    ),
    one(
      'counts are null',
      insert(hello(wire), { after: 'finish' }, raw({ choices: [], usage: null })),
      completed('Hello'),
    ),
    one(
      'counts are words',
      insert(
        hello(wire),
        { after: 'finish' },
        raw({ choices: [], usage: { prompt_tokens: 'ten' } }),
      ),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'a second choice comes along',
      insert(
        hello(wire),
        { after: 'text' },
        raw({
          choices: [
            { index: 0, delta: { content: '!' } },
            { index: 1, delta: { content: '?' } },
          ],
        }),
      ),
      completed('Hello!'),
    ),
    one(
      'an error is a word',
      insert(hello(wire), { after: 'text' }, raw({ error: 'overloaded' })),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'an error is an event of that name',
      insert(
        hello(wire),
        { after: 'text' },
        { label: 'end', event: 'error', data: '{"error":{"message":"x","code":503}}' },
      ),
      failed('upstream_error', 'Hello'),
    ),
    {
      name: 'a whole completion comes as one event',
      replies: [
        bytes(
          `data: ${JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] })}\n\n`,
        ),
        fine(wire),
      ],
      expect: completed('Fine.'),
    },
    {
      name: 'a whole completion comes as JSON',
      replies: [{ ...bytes('{"choices":[]}'), headers: { 'content-type': 'application/json' } }],
      expect: failed('invalid_response'),
    },
    {
      name: 'a second stream follows the first',
      replies: [bytes(toBytes(saving(wire)), toBytes(hello(wire))), fine(wire)],
      // The client joins both streams and uses the last reason. The call is complete in any case.
      expect: saved('Let me save.Hello|Fine.', ['Milk']),
    },
  ]
}

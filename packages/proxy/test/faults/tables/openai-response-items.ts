import {
  bytes,
  completed,
  failed,
  type Fault,
  fine,
  hello,
  insert,
  rowsOf,
  save,
  saved,
  saving,
  text,
  whole,
} from '../fault.ts'
import { type Frame, toBytes } from '../wire.ts'
import {
  added,
  argument,
  closed,
  open,
  other,
  refusal,
  textOf,
  thought,
} from '../wires/openai-response-items.ts'
import { finish, openaiResponses as wire } from '../wires/openai-responses.ts'

/** Returns the faults of items in the wrong places, on OpenAI's Responses wire. */
export const responseItemFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  const milk = save('{"title":"Milk"}')
  const words = hello(wire)
  const without = (frames: readonly Frame[], type: string): Frame[] =>
    frames.filter(({ event }) => event !== type)
  return [
    one(
      'the response is never opened',
      words.filter(({ label }) => label !== 'open'),
      completed('Hello'),
    ),
    one(
      'the response is opened twice',
      insert(words, { before: 'text' }, ...words.filter(({ label }) => label === 'open')),
      completed('Hello'),
    ),
    one(
      'an item is never opened',
      without(words, 'response.output_item.added'),
      completed('Hello'),
    ),
    one('an item is never closed', without(words, 'response.output_item.done'), completed('Hello')),
    two(
      'a call is never opened',
      without(saving(wire), 'response.output_item.added'),
      saved('Let me save.|Fine.', ['Milk']),
    ),
    two(
      'a call has no deltas',
      without(saving(wire), 'response.function_call_arguments.delta'),
      saved('Let me save.|Fine.', ['Milk']),
    ),
    // The client passes a call on when its item is closed. It accepts a message with an open item.
    two(
      'a call is never closed',
      without(saving(wire), 'response.output_item.done'),
      completed('Let me save.|Fine.', 'stop', { answers: ['invalid'] }),
    ),
    two(
      'only the closed item of a call comes',
      [...open, closed('Milk', 0), finish('tool_calls')],
      saved('|Fine.', ['Milk']),
    ),
    two(
      'the closed item says other arguments than the deltas',
      [
        ...open,
        added('Milk', 0),
        argument('{"title":"Mi', 0),
        closed('Eggs', 0, 'Milk'),
        finish('tool_calls'),
      ],
      saved('|Fine.', ['Eggs']),
    ),
    two(
      'calls come in turns',
      [
        ...open,
        added('Milk', 0),
        added('Eggs', 1),
        argument('{"ti', 0),
        argument('{"ti', 1),
        closed('Milk', 0),
        closed('Eggs', 1),
        finish('tool_calls'),
      ],
      saved('|Fine.', ['Milk', 'Eggs']),
    ),
    two(
      'the second item comes first',
      [...open, closed('Eggs', 1), closed('Milk', 0), finish('tool_calls')],
      saved('|Fine.', ['Eggs', 'Milk']),
    ),
    two(
      'an index is huge',
      [...open, closed('Milk', 4_000_000_000), finish('tool_calls')],
      saved('|Fine.', ['Milk']),
    ),
    two(
      'an index is negative',
      [...open, closed('Milk', -1), finish('tool_calls')],
      saved('|Fine.', ['Milk']),
    ),
    one(
      'an index is a word',
      [...open, added('Milk', 'a' as never), finish('stop')],
      failed('invalid_response'),
    ),
    two(
      'arguments come for no call',
      [...open, argument('{"title":"Milk"}', 3), finish('tool_calls')],
      completed('Fine.'),
    ),
    two(
      'arguments come after their call',
      insert(saving(wire), { before: 'finish' }, argument('!', 1)),
      saved('Let me save.|Fine.', ['Milk']),
    ),
    one(
      'an item is of a kind nobody knows',
      insert(
        words,
        { before: 'text' },
        other({
          type: 'response.output_item.added',
          output_index: 5,
          item: { type: 'hologram', id: 'h_1' },
        }),
      ),
      completed('Hello'),
    ),
    one(
      'an item lacks its fields',
      insert(
        words,
        { after: 'text' },
        other({
          type: 'response.output_item.done',
          output_index: 5,
          item: { type: 'function_call' },
        }),
      ),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'words are null',
      insert(
        words,
        { after: 'text' },
        other({ type: 'response.output_text.delta', item_id: 'a', delta: null }),
      ),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'events have no type',
      insert(words, { after: 'text' }, { label: 'text', data: '{"delta":"!"}' }),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'the ids of an item change',
      words.map((frame, at) => ({ ...frame, data: frame.data.replace(/msg_\d+/, `msg_x${at}`) })),
      completed('Hello'),
    ),
    one(
      'the model refuses',
      [...open, refusal('I '), refusal('cannot.'), finish('stop')],
      completed('I cannot.', 'content_filter'),
    ),
    one(
      'the model refuses after words',
      insert(words, { before: 'finish' }, refusal(' No.')),
      completed('Hello No.', 'content_filter'),
    ),
    one('a thought is cut', [...open, ...thought.slice(0, 2)], failed('stream_cut')),
    one(
      'a thought is cut in the words behind it',
      [...open, ...thought, ...textOf('Hel').slice(0, 2)],
      failed('stream_cut', 'Hel'),
    ),
    one(
      'a thought is cut in the call behind it',
      [...open, ...thought, added('Milk', 1), argument('{"ti', 1)],
      failed('stream_cut', '', { answers: ['cancelled'] }),
    ),
    one(
      'a thought reaches its length',
      [...open, ...thought, finish('length')],
      completed('', 'length'),
    ),
    one('a thought is all there is', [...open, ...thought, finish('stop')], completed('')),
    two(
      'a thought comes before a call',
      [...open, ...thought, closed('Milk', 1), finish('tool_calls')],
      saved('|Fine.', ['Milk']),
    ),
    one(
      'a hosted search is cut',
      [
        ...open,
        other({
          type: 'response.output_item.added',
          output_index: 0,
          item: { type: 'web_search_call', id: 'ws_1', status: 'in_progress' },
        }),
      ],
      failed('stream_cut'),
    ),
    {
      name: 'two messages of text come in one response',
      replies: [whole(wire.message([text('One. '), text('Two.')], 'stop'))],
      expect: completed('One. Two.'),
    },
    {
      name: 'a second stream follows the first',
      replies: [
        bytes(toBytes(wire.message([text('So.'), milk], 'tool_calls')), toBytes(words)),
        fine(wire),
      ],
      expect: saved('So.Hello|Fine.', ['Milk']),
    },
  ]
}

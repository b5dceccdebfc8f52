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
import { toBytes, typedEvent } from '../wire.ts'
import { end, message, milk, ping, textDelta, textStart, words } from '../wires/anthropic-blocks.ts'
import {
  anthropicMessages as wire,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
} from '../wires/anthropic-messages.ts'

/** Returns the faults of openings, ends and errors that only Anthropic's Messages wire has. */
export const anthropicMessageFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  const cut = failed('stream_cut', '', { answers: ['cancelled'] })
  return [
    one('the message is never opened', words().concat(end()), completed('Hello')),
    one(
      'the message is opened twice',
      [messageStart(), ...words(), messageStart(), ...end()],
      completed('Hello'),
    ),
    one(
      'another message opens in the middle',
      [messageStart(), ...words(), messageStart('msg_2'), ...end()],
      failed('invalid_response', 'Hello'),
    ),
    one(
      'another message opens in a call',
      [messageStart(), ...milk, messageStart('msg_2'), ...end('tool_use')],
      failed('invalid_response', '', { answers: ['cancelled'] }),
    ),
    one(
      'a message is never closed',
      [messageStart(), ...words(), messageDelta('end_turn')],
      failed('stream_cut', 'Hello'),
    ),
    one(
      'a message with a call is never closed',
      [messageStart(), ...milk, messageDelta('tool_use')],
      failed('stream_cut', '', { answers: ['cancelled'] }),
    ),
    one(
      'the reason is never told',
      [messageStart(), ...words(), messageStop],
      completed('Hello', 'other'),
    ),
    one('the reason is never told of a call', [messageStart(), ...milk, messageStop], cut),
    one('the reason is null', message([...words()], null), completed('Hello', 'other')),
    one('the reason of a call is null', message(milk, null), cut),
    one('the turn is paused', message(words(), 'pause_turn'), completed('Hello', 'other')),
    one(
      'the context is full',
      message(words(), 'model_context_window_exceeded'),
      completed('Hello', 'length'),
    ),
    one('the context is full in a call', message(milk, 'model_context_window_exceeded'), cut),
    one('a stop sequence ends it', message(words(), 'stop_sequence'), completed('Hello')),
    one(
      'the model refuses without a word',
      message([], 'refusal'),
      completed('', 'content_filter'),
    ),
    one(
      'pings stand in between',
      message(
        [ping, textStart(), ping, textDelta('Hello'), ping, blockStop('text', 0)],
        'end_turn',
      ),
      completed('Hello'),
    ),
    two('only a ping comes', [ping], completed('Fine.')),
    one(
      'an error is of a kind nobody knows',
      [
        messageStart(),
        ...words(),
        typedEvent('end', { type: 'error', error: { type: 'weather_error', message: 'Rain.' } }),
      ],
      failed('model_failed', 'Hello'),
    ),
    one(
      'an error says nothing',
      [messageStart(), ...words(), typedEvent('end', { type: 'error' })],
      failed('invalid_response', 'Hello'),
    ),
    // The client fails on a first event that it cannot read, and passes nothing on.
    one(
      'counts are missing from the opening',
      [
        { ...messageStart(), data: messageStart().data.replace(/,"usage".*/, '}}') },
        ...words(),
        ...end(),
      ],
      failed('model_failed'),
    ),
    one(
      'an error comes after the end',
      [...hello(wire), wire.error('overloaded')],
      completed('Hello'),
    ),
    two(
      'an error comes after the end of a call',
      [...saving(wire), wire.error('overloaded')],
      saved('Let me save.|Fine.', ['Milk']),
    ),
    one(
      'a call comes after the end',
      [...message(words(), 'end_turn'), ...milk],
      completed('Hello'),
    ),
    {
      name: 'a second stream follows the first',
      replies: [bytes(toBytes(saving(wire)), toBytes(hello(wire))), fine(wire)],
      expect: saved('Let me save.|Fine.', ['Milk']),
    },
    {
      name: 'the connection breaks behind the end',
      replies: [
        {
          body: [
            { write: toBytes(hello(wire)) },
            { untilShown: { text: 'Hello', input: '' } },
            { cut: 'reset' },
          ],
        },
      ],
      expect: completed('Hello'),
    },
    one(
      'garbage comes after the end',
      [...hello(wire), { label: 'end', data: '{"cut' }],
      completed('Hello'),
    ),
    one(
      'an unknown event comes after the end',
      insert(hello(wire), { after: 'end' }, wire.unknown),
      completed('Hello'),
    ),
  ]
}

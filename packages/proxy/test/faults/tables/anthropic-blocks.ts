import { completed, failed, type Fault, rowsOf, saved } from '../fault.ts'
import {
  call,
  input,
  message,
  milk,
  search,
  start,
  textDelta,
  textStart,
  thought,
  words,
} from '../wires/anthropic-blocks.ts'
import {
  anthropicMessages as wire,
  blockStart,
  blockStop,
  delta,
  messageStart,
} from '../wires/anthropic-messages.ts'

/** Returns the faults of blocks in the wrong places, on Anthropic's Messages wire. */
export const anthropicBlockFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  return [
    two(
      'calls come in turns',
      message(
        [
          ...start('Milk', 0),
          ...start('Eggs', 1),
          input('{"title":', 0),
          input('{"title":', 1),
          input('"Milk"}', 0),
          input('"Eggs"}', 1),
          blockStop('call-end', 0),
          blockStop('call-end', 1),
        ],
        'tool_use',
      ),
      saved('|Fine.', ['Milk', 'Eggs']),
    ),
    two(
      'the second block comes first',
      message([...call('Eggs', 1), ...call('Milk', 0)], 'tool_use'),
      saved('|Fine.', ['Eggs', 'Milk']),
    ),
    two(
      'an index skips ahead',
      message([...words(), ...call('Milk', 9)], 'tool_use'),
      saved('Hello|Fine.', ['Milk']),
    ),
    two(
      'an index is huge',
      message(call('Milk', 4_000_000_000), 'tool_use'),
      saved('|Fine.', ['Milk']),
    ),
    two('an index is negative', message(call('Milk', -1), 'tool_use'), saved('|Fine.', ['Milk'])),
    one(
      'an index is a word',
      message(
        [
          { ...textStart(), data: textStart().data.replace('"index":0', '"index":"a"') },
          textDelta('Hello'),
        ],
        'end_turn',
      ),
      failed('invalid_response', 'Hello'),
    ),
    two(
      'two blocks share an index',
      message([...milk, ...call('Eggs', 0)], 'tool_use'),
      saved('|Fine.', ['Milk', 'Eggs']),
    ),
    two(
      'a call is never closed',
      message([...start('Milk', 0), input('{"title":"Milk"}', 0)], 'tool_use'),
      completed('|Fine.', 'stop', { answers: ['invalid'] }),
    ),
    two(
      'a block takes the place of an open one',
      message([...start('Milk', 0), input('{"title":"Mi', 0), ...call('Eggs', 0)], 'tool_use'),
      completed('|Fine.', 'stop', { ran: ['Eggs'], answers: ['invalid', 'ok'] }),
    ),
    one(
      'words come without a block',
      message([textDelta('Hello')], 'end_turn'),
      completed('Hello'),
    ),
    two(
      'arguments come without a block',
      message([input('{"title":"Milk"}', 3)], 'tool_use'),
      completed('Fine.'),
    ),
    one(
      'a block is closed twice',
      message([...words(), blockStop('text', 0)], 'end_turn'),
      completed('Hello'),
    ),
    one(
      'a block is closed that never opened',
      message([...words(), blockStop('text', 7)], 'end_turn'),
      completed('Hello'),
    ),
    one(
      'words come after their block',
      message([...words(), textDelta('!')], 'end_turn'),
      completed('Hello!'),
    ),
    two(
      'arguments come after their block',
      message([...milk, input('{"title":"Eggs"}', 0)], 'tool_use'),
      saved('|Fine.', ['Milk']),
    ),
    two(
      'arguments stand in the block itself',
      message(
        [
          blockStart('call', 0, {
            type: 'tool_use',
            id: 'call_1',
            name: 'save',
            input: { title: 'Milk' },
          }),
          blockStop('call-end', 0),
        ],
        'tool_use',
      ),
      saved('|Fine.', ['Milk']),
    ),
    one(
      'a block is of a kind nobody knows',
      message([...words(), blockStart('text', 1, { type: 'hologram' })], 'end_turn'),
      failed('invalid_response', 'Hello'),
    ),
    one(
      'a delta is of a kind nobody knows',
      message([...words(), delta(0, { type: 'hologram_delta' })], 'end_turn'),
      failed('invalid_response', 'Hello'),
    ),
    one('a thought is cut', [messageStart(), ...thought('Hm.').slice(0, 2)], failed('stream_cut')),
    one(
      'a thought is cut before its signature',
      [
        messageStart(),
        ...thought('Hm.').slice(0, 2),
        blockStop('text', 0),
        textStart(1),
        textDelta('Hel', 1),
      ],
      failed('stream_cut', 'Hel'),
    ),
    one(
      'a thought reaches its length',
      message(thought('Hm.').slice(0, 2), 'max_tokens'),
      completed('', 'length'),
    ),
    one('a thought is all there is', message(thought('Hm.'), 'end_turn'), completed('')),
    one(
      'a thought of no words is cut',
      [messageStart(), ...thought('').slice(0, 3), textStart(1), textDelta('Hel', 1)],
      failed('stream_cut', 'Hel'),
    ),
    one(
      'a hidden thought comes before words',
      message(
        [
          blockStart('text', 0, { type: 'redacted_thinking', data: 'x' }),
          blockStop('text', 0),
          ...words(1),
        ],
        'end_turn',
      ),
      completed('Hello'),
    ),
    two(
      'a thought comes before a call',
      message([...thought('Hm.'), ...call('Milk', 1)], 'tool_use'),
      saved('|Fine.', ['Milk']),
    ),
    one(
      'a thought comes before a call that is cut',
      [messageStart(), ...thought('Hm.'), ...start('Milk', 1), input('{"ti', 1)],
      failed('stream_cut', '', { answers: ['cancelled'] }),
    ),
    one(
      'a hosted search is cut before its result',
      [messageStart(), ...search().slice(0, 3)],
      failed('stream_cut'),
    ),
    one(
      'a hosted search ends, and then the words are cut',
      [messageStart(), ...search(), textStart(2), textDelta('Hel', 2)],
      failed('stream_cut', 'Hel'),
    ),
    one(
      'a hosted search fails',
      message(
        [
          ...search({ type: 'web_search_tool_result_error', error_code: 'unavailable' }),
          ...words(2),
        ],
        'end_turn',
      ),
      completed('Hello'),
    ),
  ]
}

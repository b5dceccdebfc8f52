import { type Expected, failed, type Fault, insert, rowsOf, saved, whole } from '../fault.ts'
import type { Frame } from '../wire.ts'
import {
  call,
  chunk,
  delta,
  message,
  more,
  openaiChat as wire,
  toCall,
} from '../wires/openai-chat.ts'

/** Returns the faults of calls in the wrong places, in chat completions. */
export const chatCallFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  const both = saved('|Fine.', ['Milk', 'Eggs'])
  const four = (name: string, frames: readonly Frame[], expect: Expected): Fault => ({
    name,
    replies: [0, 1, 2, 3].map(() => whole(frames)),
    expect,
  })
  return [
    two(
      'calls come in turns',
      message(call(0, '{"title":'), call(1, '{"title":'), more(0, '"Milk"}'), more(1, '"Eggs"}')),
      both,
    ),
    // Calls keep the order in which they came.
    two(
      'the second call comes first',
      message(call(1, '{"title":"Eggs"}'), call(0, '{"title":"Milk"}')),
      saved('|Fine.', ['Eggs', 'Milk']),
    ),
    two(
      'an index skips ahead',
      message(call(0, '{"title":"Milk"}'), call(7, '{"title":"Eggs"}')),
      both,
    ),
    two(
      'an index is huge',
      message(call(0, '{"title":"Milk"}'), call(4_000_000_000, '{"title":"Eggs"}')),
      both,
    ),
    two(
      'an index is negative',
      message(call(-1, '{"title":"Milk"}'), call(0, '{"title":"Eggs"}')),
      both,
    ),
    two(
      'an index is a fraction',
      message(call(0.5, '{"title":"Milk"}'), call(1, '{"title":"Eggs"}')),
      both,
    ),
    one(
      'an index is missing',
      message(delta({ tool_calls: [{ id: 'a', function: { name: 'save', arguments: '{}' } }] })),
      failed('invalid_response'),
    ),
    two(
      'two calls share an index',
      message(call(0, '{"title":"Milk"}', 'a'), call(0, '{"title":"Eggs"}', 'b')),
      both,
    ),
    one(
      'a call has no name',
      message(delta({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{}' } }] })),
      failed('invalid_response'),
    ),
    four(
      'a call has an empty name',
      message(
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: '', arguments: '{}' } }] }),
      ),
      failed('empty_response', ''),
    ),
    one(
      'arguments come before their call',
      message(more(0, '{"title":'), call(0, '"Milk"}')),
      failed('invalid_response'),
    ),
    two(
      'the name comes again with each piece',
      message(
        call(0, '{"title":'),
        delta({ tool_calls: [{ index: 0, function: { name: 'save', arguments: '"Milk"}' } }] }),
      ),
      saved('|Fine.', ['Milk']),
    ),
    two(
      'the id comes again with each piece',
      message(
        call(0, '{"title":', 'a'),
        delta({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '"Milk"}' } }] }),
      ),
      saved('|Fine.', ['Milk']),
    ),
    two(
      'arguments are null',
      message(
        delta({
          tool_calls: [{ index: 0, id: 'a', function: { name: 'refresh', arguments: null } }],
        }),
      ),
      saved('|Fine.', ['(refresh)']),
    ),
    one(
      'a call is of another type',
      message(
        delta({ tool_calls: [{ index: 0, id: 'a', type: 'custom', function: { name: 'save' } }] }),
      ),
      failed('invalid_response'),
    ),
    two(
      'the reason comes with the call',
      [
        delta({ role: 'assistant' }),
        {
          label: 'finish',
          data: chunk({ tool_calls: [toCall(0, '{"title":"Milk"}')] }, 'tool_calls'),
        },
      ],
      saved('|Fine.', ['Milk']),
    ),
    two(
      'arguments come after the end',
      insert(message(call(0, '{"title":')), { after: 'finish' }, more(0, '"Milk"}')),
      saved('|Fine.', ['Milk']),
    ),
  ]
}

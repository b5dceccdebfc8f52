import { completed, failed, type Fault, fine, said, save, saveMilk, text, whole } from '../fault.ts'
import type { Item, ScriptedCall, Wire } from '../wire.ts'

/**
 * Returns the faults of calls with invalid ids, names and arguments. Every call is answered. A call
 * that the schema refuses is not run.
 */
export const callFaults = (wire: Wire): Fault[] => {
  const asks = (
    name: string,
    calls: readonly ScriptedCall[],
    ran: string[],
    answers: string[],
  ): Fault => ({
    name,
    replies: [said(wire, calls, 'tool_calls'), fine(wire)],
    expect: completed('|Fine.', 'stop', { ran, answers }),
  })
  const titled = (title: string, id?: string | null): ScriptedCall => ({
    ...save(JSON.stringify({ title })),
    id,
  })
  const refresh = (...input: string[]): ScriptedCall => ({ name: 'refresh', input })
  const afterText = (
    name: string,
    items: readonly Item[],
    ran: string[],
    answers: string[],
  ): Fault => ({
    name,
    replies: [said(wire, [text('Let me ', 'save.'), ...items], 'tool_calls'), fine(wire)],
    expect: completed('Let me save.|Fine.', 'stop', { ran, answers }),
  })
  const reaching = save('{"title":"Milk","__proto__":{"isAdmin":true}}')
  return [
    asks('a call without an id', [titled('Milk', null)], ['Milk'], ['ok']),
    asks(
      'two calls without ids',
      [titled('Milk', null), titled('Eggs', null)],
      ['Milk', 'Eggs'],
      ['ok', 'ok'],
    ),
    asks(
      'two calls of one id',
      [titled('Milk', 'same'), titled('Eggs', 'same')],
      ['Milk', 'Eggs'],
      ['ok', 'ok'],
    ),
    asks(
      'three calls of one id and one input',
      [1, 2, 3].map(() => titled('Milk', 'same')),
      ['Milk', 'Milk', 'Milk'],
      ['ok', 'ok', 'ok'],
    ),
    asks('an id other providers refuse', [titled('Milk', 'functions.save:0')], ['Milk'], ['ok']),
    asks('an id of many characters', [titled('Milk', 'x'.repeat(500))], ['Milk'], ['ok']),
    asks('an id in another script', [titled('Milk', '呼び出し')], ['Milk'], ['ok']),
    asks(
      'an id that names a property',
      [titled('Milk', '__proto__'), titled('Eggs', 'constructor')],
      ['Milk', 'Eggs'],
      ['ok', 'ok'],
    ),
    {
      name: 'an id is used again in the next message',
      replies: [
        said(wire, [titled('Milk', 'again')], 'tool_calls'),
        said(wire, [titled('Eggs', 'again')], 'tool_calls'),
        said(wire, [titled('Eggs', 'again')], 'tool_calls'),
        fine(wire),
      ],
      expect: completed('|||Fine.', 'stop', {
        ran: ['Milk', 'Eggs', 'Eggs'],
        answers: ['ok', 'ok', 'ok'],
      }),
    },
    {
      name: 'an id of an answer that was cut is used again',
      replies: [whole(wire.message([saveMilk], 'length'))],
      expect: failed('stream_cut', '', { answers: ['cancelled'] }),
    },
    asks('a tool nobody registered', [{ name: 'erase', input: ['{}'] }], [], ['unknown']),
    asks(
      'a tool that is named like a property',
      [{ name: 'constructor', input: ['{}'] }],
      [],
      ['unknown'],
    ),
    asks(
      'a good call between bad ones',
      [{ name: 'erase', input: ['{}'] }, titled('Milk'), save('{"title":7}')],
      ['Milk'],
      ['unknown', 'ok', 'invalid'],
    ),
    asks('arguments of the wrong type', [save('{"title":7}')], [], ['invalid']),
    asks('arguments without what is required', [save('{}')], [], ['invalid']),
    asks('no arguments where some are required', [save()], [], ['invalid']),
    asks('no arguments where none are needed', [refresh()], ['(refresh)'], ['ok']),
    asks('empty arguments where none are needed', [refresh('{}')], ['(refresh)'], ['ok']),
    // On a wire where a call is one event, null means that there are no arguments.
    ...['{"cut', 'now', '[]', '7', ...(wire.quirks.callsComeWhole ? [] : ['null'])].map((input) =>
      asks(`\`${input}\` where no arguments are needed`, [refresh(input)], [], ['invalid']),
    ),
    asks('arguments that are cut and called whole', [save('{"title":"Mi')], [], ['invalid']),
    asks('arguments that are not JSON', [save('title=Milk')], [], ['invalid']),
    asks('arguments that are a list', [save('["Milk"]')], [], ['invalid']),
    asks('arguments that are a text', [save('"Milk"')], [], ['invalid']),
    asks('arguments that are null', [save('null')], [], ['invalid']),
    asks(
      'arguments that are followed by others',
      [save('{"title":"Milk"}', '{"title":"Eggs"}')],
      [],
      ['invalid'],
    ),
    asks(
      'arguments in a code fence',
      [save('```json\n', '{"title":"Milk"}\n```')],
      [],
      ['invalid'],
    ),
    asks('arguments with a key twice', [save('{"title":"Milk","title":"Eggs"}')], ['Eggs'], ['ok']),
    wire.quirks.callsComeWhole
      ? {
          name: 'arguments that reach for the prototype, which the client refuses',
          replies: [said(wire, [reaching], 'tool_calls')],
          expect: failed('invalid_response'),
        }
      : asks('arguments that reach for the prototype', [reaching], ['Milk'], ['ok']),
    afterText(
      'many calls in one message',
      Array.from({ length: 20 }, (_, n) => titled(`${n}`)),
      Array.from({ length: 20 }, (_, n) => `${n}`),
      Array.from({ length: 20 }, () => 'ok'),
    ),
    {
      name: 'text between calls',
      replies: [
        said(wire, [titled('Milk'), text('And ', 'now'), titled('Eggs')], 'tool_calls'),
        fine(wire),
      ],
      expect: completed('And now|Fine.', 'stop', { ran: ['Milk', 'Eggs'], answers: ['ok', 'ok'] }),
    },
  ]
}

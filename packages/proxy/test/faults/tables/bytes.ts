import { cutBytes } from '@ambit/testing'
import {
  bytes,
  completed,
  failed,
  type Fault,
  fine,
  hello,
  insert,
  said,
  save,
  saving,
  text,
  whole,
} from '../fault.ts'
import { type Frame, toBytes, type Wire } from '../wire.ts'

/** Returns the faults of bytes that are unusual, split anywhere, or invalid. */
export const byteFaults = (wire: Wire): Fault[] => {
  const unicode = wire.message([text('Grüße 👋', '🏽 日本')], 'stop')
  const body = toBytes(unicode)
  const everyByte = Array.from({ length: Buffer.byteLength(body) }, (_, at) => at)
  const greeting = completed('Grüße 👋🏽 日本')
  const same = (name: string, ...chunks: (string | Uint8Array)[]): Fault => ({
    name,
    replies: [bytes(...chunks)],
    expect: completed('Hello'),
  })
  const plain = toBytes(hello(wire))
  const sent = 'Let me save.|Fine.'
  const unknown = wire.quirks.refusesUnknownEvents
    ? failed('invalid_response', 'Hello')
    : completed('Hello')
  return [
    {
      name: 'one byte at a time',
      replies: [bytes(...cutBytes(body, everyByte))],
      expect: greeting,
    },
    {
      name: 'three bytes at a time',
      replies: [
        bytes(
          ...cutBytes(
            body,
            everyByte.filter((at) => at % 3 === 0),
          ),
        ),
      ],
      expect: greeting,
    },
    {
      name: 'characters are split in the middle',
      replies: [
        bytes(
          ...cutBytes(
            body,
            everyByte.filter((at) => (Buffer.from(body)[at] ?? 0) >> 6 === 2),
          ),
        ),
      ],
      expect: greeting,
    },
    same('lines end in CRLF', toBytes(hello(wire), '\r\n')),
    same('lines end in CR', toBytes(hello(wire), '\r'), ':\n'),
    {
      name: 'the last line ends in a CR',
      replies: [bytes(toBytes(hello(wire), '\r'))],
      // The parser of the AI SDK waits for an LF after the last CR, and loses the last event.
      expect: wire.name === 'openai chat' ? completed('Hello') : failed('stream_cut', 'Hello'),
    },
    {
      name: 'the last event has no blank line behind it',
      replies: [bytes(plain.slice(0, -1))],
      // By the standard it is not an event:
      // https://html.spec.whatwg.org/multipage/server-sent-events.html
      expect: wire.name === 'openai chat' ? completed('Hello') : failed('stream_cut', 'Hello'),
    },
    same('CRLF is split between its two', ...toBytes(hello(wire), '\r\n').split(/(?<=\r)/)),
    same('each line is a chunk of its own', ...plain.split(/(?<=\n)/)),
    same('a byte order mark stands first', `\uFEFF${plain}`),
    same('comments stand in between', plain.replaceAll('\n\n', '\n\n: keep-alive\n\n')),
    same('a thousand comments stand first', ': keep-alive\n\n'.repeat(1000), plain),
    same('blank lines stand first', '\n\n\n', plain),
    same('fields have no space after the colon', plain.replaceAll(/^(\w+): /gm, '$1:')),
    same(
      'ids and retry times are given',
      plain.replaceAll(/^data: /gm, 'id: 7\nretry: 10\ndata: '),
    ),
    same(
      'unknown fields are given',
      plain.replaceAll(/^data: /gm, 'colour: red\nnonsense\ndata: '),
    ),
    same(
      'events have odd names',
      plain.replaceAll(/^(event: .*\n)?data: /gm, 'event: odd\ndata: '),
    ),
    same('payloads are spread over lines', plain.replaceAll('{"', '{\ndata: "')),
    same('payloads are padded with spaces', plain.replaceAll('{"', '  {  "')),
    {
      name: 'a message of a megabyte comes in pieces of a kilobyte',
      replies: [
        bytes(
          ...cutBytes(toBytes(wire.message([text('x'.repeat(1 << 20))], 'stop')), everyKilobyte),
        ),
      ],
      expect: completed('x'.repeat(1 << 20)),
    },
    {
      name: 'ten thousand words come one by one',
      replies: [said(wire, [text(...Array.from({ length: 10_000 }, () => 'word '))], 'stop')],
      expect: completed('word '.repeat(10_000)),
    },
    {
      name: 'text holds bytes that are not UTF-8',
      replies: [bytes(...invalidUtf8(wire))],
      expect: completed('Hel\uFFFDlo'),
    },
    {
      name: 'text holds NUL, a line separator and half a surrogate pair',
      replies: [said(wire, [text('a\u0000b\u2028c\uD83D')], 'stop')],
      expect: completed('a\u0000b\u2028c\uD83D'),
    },
    {
      name: 'text looks like an event stream',
      replies: [said(wire, [text('data: [DONE]\n\n', 'event: error\n\n')], 'stop')],
      expect: completed('data: [DONE]\n\nevent: error\n\n'),
    },
    {
      name: 'arguments come one character at a time, in chunks of one',
      replies: [
        bytes(...letters(toBytes(wire.message([text('Let me save.'), spelled], 'tool_calls')))),
        fine(wire),
      ],
      expect: completed(sent, 'stop', { ran: ['Mülk'], answers: ['ok'] }),
    },
    {
      name: 'arguments split an escape',
      replies: [
        said(wire, [text('Let me save.'), save('{"title":"M\\u00', 'fclk\\', 'n"}')], 'tool_calls'),
        fine(wire),
      ],
      expect: completed(sent, 'stop', { ran: ['Mülk\n'], answers: ['ok'] }),
    },
    {
      name: 'arguments are large',
      replies: [said(wire, [save(`{"title":"${'x'.repeat(200_000)}"}`)], 'tool_calls'), fine(wire)],
      expect: completed('|Fine.', 'stop', { ran: ['x'.repeat(200_000)], answers: ['ok'] }),
    },
    {
      name: 'garbage follows the end',
      replies: [bytes(toBytes(saving(wire)), 'data', ': and so on'), fine(wire)],
      expect: completed(sent, 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'an unknown event stands before the text',
      replies: [whole(insert(hello(wire), { before: 'text' }, wire.unknown))],
      expect: unknown,
    },
    {
      name: 'an unknown event stands after the text',
      replies: [whole(insert(hello(wire), { after: 'text' }, wire.unknown))],
      expect: unknown,
    },
    ...['{"cut', '', 'null', '42', '"text"', '[]', '[DONE]x', ' [DONE]', '"[DONE]"'].flatMap(
      (data) => notEvents(wire, data),
    ),
  ]
}

const letters = (said: string): string[] => said.split('')
const spelled = save(...letters('{"title":"Mülk"}'))
const everyKilobyte = Array.from({ length: 1100 }, (_, at) => at * 1024)

/** Returns the text of the hello, with a byte in it that is never valid in UTF-8. */
function invalidUtf8(wire: Wire): Uint8Array[] {
  const [before = '', after = ''] = toBytes(wire.message([text('Hel#lo')], 'stop')).split('#')
  return [Buffer.from(before), Uint8Array.of(0xff), Buffer.from(after)]
}

/**
 * Returns the faults of data that is not an event of the wire: around the first word, and before
 * the end of a call.
 */
function notEvents(wire: Wire, data: string): Fault[] {
  const frame: Frame = { label: 'open', data }
  const what = data === '' ? 'an empty event' : `\`${data}\``
  return [
    {
      name: `${what} stands before the text`,
      replies: [whole(insert(hello(wire), { before: 'text' }, frame))],
      expect: failed('invalid_response', 'Hello'),
    },
    {
      name: `${what} stands after the text`,
      replies: [whole(insert(hello(wire), { after: 'text' }, frame))],
      expect: failed('invalid_response', 'Hello'),
    },
    {
      name: `${what} stands before a call is finished`,
      replies: [whole(insert(saving(wire), { before: 'finish' }, frame))],
      expect: failed('invalid_response', 'Let me save.', { answers: ['cancelled'] }),
    },
  ]
}

import type { Reply } from '../fault-server.ts'
import { bytes, completed, failed, type Fault, fine, hello, saving, whole } from '../fault.ts'
import { type Refusal, toBytes, type Wire } from '../wire.ts'

/** Returns the faults of answers that are not a stream, and of requests without an answer. */
export const httpFaults = (wire: Wire): Fault[] => {
  const refuses = (
    status: number,
    refusal: Refusal,
    headers: Record<string, string> = {},
  ): Reply => ({
    ...bytes(wire.errorBody(refusal)),
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const page = (status: number, body: string): Reply => ({
    ...bytes(body),
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  const limited = (headers: Record<string, string>): Reply[] => [
    refuses(429, 'limited', headers),
    fine(wire),
  ]
  const waits = (name: string, headers: Record<string, string>, ms: number): Fault => ({
    name: `429 with ${name}`,
    replies: limited(headers),
    expect: completed('Fine.', 'stop', { delays: [ms] }),
  })
  const gzip = { 'content-encoding': 'gzip' }
  return [
    ...[408, 409, 429, 500, 502, 503, 504, 529].map((status): Fault => ({
      name: `${status} once`,
      replies: [refuses(status, 'overloaded'), fine(wire)],
      expect: completed('Fine.', 'stop', { delays: [500] }),
    })),
    ...(
      [
        [400, 'invalid_request'],
        [401, 'unauthorized'],
        [403, 'forbidden'],
        [404, 'not_found'],
        [413, 'too_large'],
        [422, 'invalid_request'],
      ] as const
    ).map(([status, code]): Fault => ({
      name: `${status} is final`,
      replies: [refuses(status, 'invalid')],
      expect: failed(code, '', { delays: [] }),
    })),
    {
      name: '503 each time',
      replies: [0, 1, 2, 3].map(() => refuses(503, 'overloaded')),
      expect: failed('upstream_error', '', { delays: [500, 1000, 2000] }),
    },
    {
      name: '503, then a cut, then a reset, then an answer',
      replies: [refuses(503, 'overloaded'), bytes(), { refuses: true, body: [] }, fine(wire)],
      expect: completed('Fine.', 'stop', { delays: [500, 1000, 2000] }),
    },
    waits('retry-after in seconds', { 'retry-after': '7' }, 7000),
    waits('retry-after in parts of a second', { 'retry-after': '0.25' }, 250),
    waits('retry-after-ms', { 'retry-after-ms': '30', 'retry-after': '7' }, 30),
    waits('retry-after as a date', { 'retry-after': 'Sat, 21 Nov 2026 00:00:12 GMT' }, 12_000),
    waits('retry-after that is not a time', { 'retry-after': 'soon' }, 500),
    waits('an empty retry-after', { 'retry-after': '' }, 500),
    waits('retry-after of zero', { 'retry-after': '0' }, 0),
    waits('a negative retry-after', { 'retry-after': '-5' }, 500),
    waits('retry-after of a minute', { 'retry-after': '60' }, 60_000),
    {
      name: '429 with a retry-after nobody waits for',
      replies: [refuses(429, 'limited', { 'retry-after': '3600' })],
      expect: failed('rate_limited', '', { delays: [] }),
    },
    {
      name: 'the money is spent',
      replies: [refuses(wire.spent.status, 'spent')],
      expect: failed(wire.spent.code, '', { delays: [] }),
    },
    {
      name: 'an error without a body',
      replies: [{ status: 500, body: [] }, fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'an error with a page for a body',
      replies: [page(502, '<!doctype html><h1>Bad gateway</h1>'), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'an error with half a JSON body',
      replies: [{ ...bytes('{"error":{"mess'), status: 500 }, fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'an error whose body is cut',
      replies: [{ status: 500, body: [{ write: '{"error":' }, { cut: 'reset' }] }, fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: '200 with an error for a body',
      replies: [refuses(200, 'overloaded')],
      expect: failed('invalid_response'),
    },
    {
      name: '200 with a page for a body',
      replies: [page(200, '<!doctype html><title>Welcome to the hotel</title>')],
      expect: failed('invalid_response'),
    },
    {
      name: '200 with a page of text',
      replies: [{ ...bytes('ok'), headers: { 'content-type': 'text/plain' } }],
      expect: failed('invalid_response'),
    },
    { name: '204', replies: [{ status: 204, body: [] }], expect: failed('invalid_response') },
    {
      name: '200 without a body',
      replies: [bytes(), fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'a redirect to a login page',
      replies: [{ status: 302, headers: { location: '/login' }, body: [] }],
      expect: failed('invalid_response'),
    },
    {
      name: 'a redirect that keeps the method',
      replies: [{ status: 307, headers: { location: '/again' }, body: [] }, fine(wire)],
      expect: completed('Fine.', 'stop', { delays: [] }),
    },
    {
      name: 'a redirect without a place',
      replies: [{ status: 302, body: [] }],
      expect: failed('invalid_request'),
    },
    {
      name: 'a stream that calls itself JSON',
      replies: [{ ...whole(hello(wire)), headers: { 'content-type': 'application/json' } }],
      expect: completed('Hello'),
    },
    {
      name: 'a stream that says it is compressed and is not',
      replies: [{ ...whole(hello(wire)), headers: gzip }, fine(wire)],
      expect: completed('Fine.'),
    },
    {
      name: 'a stream that is shorter than it says',
      replies: [
        {
          headers: { 'content-length': '100000' },
          body: [
            { write: toBytes(hello(wire)) },
            { untilShown: { text: 'Hello', input: '' } },
            { cut: 'close' },
          ],
        },
      ],
      expect: wire.quirks.endsEarly ? completed('Hello') : failed('stream_cut', 'Hello'),
    },
    ...(
      [
        ['401', refuses(401, 'invalid'), 'unauthorized'],
        ['400', refuses(400, 'invalid'), 'invalid_request'],
      ] as const
    ).map(([status, reply, code]): Fault => ({
      name: `${status} after a tool`,
      replies: [whole(saving(wire)), reply],
      expect: failed(code, 'Let me save.', { ran: ['Milk'], answers: ['ok'] }),
    })),
    {
      name: '503 twice after a tool, which is not run again',
      replies: [
        whole(saving(wire)),
        refuses(503, 'overloaded'),
        refuses(503, 'overloaded'),
        fine(wire),
      ],
      expect: completed('Let me save.|Fine.', 'stop', {
        ran: ['Milk'],
        answers: ['ok'],
        delays: [500, 1000],
      }),
    },
  ]
}

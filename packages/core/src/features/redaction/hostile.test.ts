import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { call, calls } from '@ambit/testing'
import { Scope } from '../../index.ts'
import { redaction } from '../redaction/index.ts'
import { anyKey, keyShapes } from './secrets.ts'

const million = 1_048_576
const fill = (piece: string, size = million): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/**
 * Pieces that make a text slow for a pattern that reads the same part again and again: each begins
 * a form, and none ends it. A pattern that is not linear needs minutes for a megabyte.
 */
const beginnings = [
  'eyJ-',
  'eyJ',
  'eyJaaaaaaaa.',
  'sk-',
  'SG.aaaaaaaaaaaaaaaaaa.',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END ',
  'Bearer ',
  '://',
  '://a:',
  ':',
  'a',
  'A',
  '-',
  '--a ',
  ' ',
  '\\',
  '\\"',
  'password=',
  'password: ',
  'password="',
  'password=\\"',
  "password='",
  'password={',
  '"password":{',
  '"password":["',
  'password: |\n ',
  'cookie: ',
  'api key: ',
  '--password ',
  '<a ',
  '<a:',
  '<password>',
  '<password><![CDATA[',
  'aB_-1',
  "password='''",
  "password=\\\\'",
  "password='x''",
  'password=`',
  'password=,',
  'cookie: a="',
  "x cookie: a='",
  'x cookie: =\\',
  'token: a b ',
  'pin: 5',
  'sk-a',
  'Bearer a',
  '://a:@',
  '<a value="',
  '<input type="password" value="',
  "<a type='",
  '<a b=',
  '<a \\',
  'cat <<EOF\npassword: |\n',
  'password: |\n  a\n',
  '"{\\"password\\":',
  '-----BEGIN PGP PRIVATE KEY BLOCK-----',
  'hooks.slack.com/services/',
  'AccountKey=',
]

/** Lines that open a quoted value more and more shallowly, and that nothing closes. */
function shallower(size: number): string {
  let lines = ''
  for (let depth = Math.floor(Math.sqrt((2 * size) / 3)); depth >= 1; depth--) {
    lines += `password=${'\\'.repeat(depth)}'\n`
  }
  return lines + "'".repeat(Math.max(0, size - lines.length))
}

/** Mixes pieces by a fixed series of numbers. */
function mix(pieces: readonly string[], seed: number): string {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let made = ''
  while (made.length < million) {
    made += pieces[next(pieces.length)]
    if (next(4) === 0) made += '\\'.repeat(next(20)) + ['"', "'", '`', '\n', '<', '>', ' '][next(7)]
  }
  return made.slice(0, million)
}

/** Puts a text as a string into JSON again and again. */
const nested = (inner: string, times: number): string =>
  times === 0 ? inner : nested(JSON.stringify({ body: inner }), times - 1)

const { redact } = redaction()

describe('redaction of hostile text', () => {
  it.each(beginnings)('A10 reads a megabyte of %j once', (piece) => {
    const hostile = fill(piece)
    for (const shape of [...keyShapes, anyKey])
      expect(hostile.replaceAll(shape, '')).toBeTypeOf('string')
    for (const given of [hostile, `"token":{${hostile}`]) {
      expect(redact(given)).toBeTypeOf('string')
    }
  })

  it('A10 reads a megabyte of quoted values once that nothing closes', () => {
    const hostile = shallower(1_000_000)
    for (const given of [hostile, JSON.stringify(hostile), JSON.stringify({ hostile })]) {
      expect(redact(given)).toBeTypeOf('string')
    }
    for (const quote of ["'", '`', '"']) {
      expect(redact(hostile.replaceAll("'", quote))).toBeTypeOf('string')
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'A10 reads a megabyte of mixed beginnings once (%i)',
    (seed) => {
      // A private key that is not closed ends with the text, so nothing behind it would be read.
      const open = beginnings.filter((piece) => !piece.includes('KEY'))
      const few = open.filter((_, at) => at % 8 === seed - 1)
      for (const pieces of [open, few]) {
        const hostile = mix(pieces, seed)
        expect(redact(hostile)).toBeTypeOf('string')
        expect(redact(JSON.stringify({ hostile }))).toBeTypeOf('string')
      }
    },
  )

  it('A10 reads unclosed quoted values about as often as ordinary ones', () => {
    const original = String.prototype.indexOf
    let read = 0
    const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
      this: string,
      mark: string,
      from = 0,
    ) {
      const found = original.call(this, mark, from)
      read += (found < 0 ? Math.max(from, this.length) : found) - from + 1
      return found
    })
    const readOf = (given: string): number => {
      read = 0
      redact(given)
      return read
    }
    try {
      const plain = readOf(fill("password='x' ", 40_000)) / 40_000
      for (const size of [4_000, 40_000, 200_000]) {
        for (const quote of ["'", '`', '"']) {
          const hostile = shallower(size).replaceAll("'", quote)
          expect(readOf(hostile) / hostile.length).toBeLessThan(4 * plain)
        }
      }
    } finally {
      spy.mockRestore()
    }
  })

  it.each([1, 4, 12])('A10 reads JSON inside JSON, %i times', (times) => {
    const given = nested(`${'a'.repeat(100_000)} password='x`, times)
    expect(redact(given)).not.toContain("='x")
    expect(redact(nested(fill("password=\\'", 20_000), Math.min(times, 6)))).toBeTypeOf('string')
  })

  it('A10 reads no more than a limit, and leaves no beginning of a secret where it cuts', () => {
    const secrets = [
      `sk-${'aB3'.repeat(20)}`,
      `eyJ${'aB3'.repeat(20)}.${'aB3'.repeat(200)}.${'aB3'.repeat(20)}`,
      'postgres://app:correct-horse-battery-staple@db.local/x',
      'Authorization: Bearer aB3aB3aB3aB3aB3aB3',
      'password: correct-horse-battery-staple',
      'card 4111 1111 1111 1111',
    ]
    const cards = redaction({ patterns: [/\b(?:\d{4} ){3}\d{4}\b/] })
    for (const secret of secrets) {
      for (let cut = 1; cut < secret.length; cut += 3) {
        const before = fill('word ', 2_000)
        const given = `${before}${secret}${fill(' word', 2_000)}`
        for (const whole of [given, JSON.stringify({ a: 'first', given })]) {
          const read = cards.redact(whole, before.length + cut + (whole === given ? 0 : 16))
          expect(read).not.toMatch(/sk-a|eyJa|correct|aB3a|4111/)
          expect(read).toContain('left out')
        }
      }
    }
  })

  it('A10 hides a secret that is longer than any limit whole', () => {
    const long = 'aB3-'.repeat(5_000)
    for (const secret of [
      `sk-${long}`,
      `eyJ${long}.${long}.${long}`,
      `Bearer ${long}`,
      `postgres://app:${long}@db.local/x`,
      `password=${long}`,
      `password="${long} ${long}"`,
      `-----BEGIN PRIVATE KEY-----\n${long}\n-----END PRIVATE KEY-----`,
    ]) {
      expect(redact(`See ${secret} here`)).not.toContain('aB3')
    }
  })

  it('A10 gives patterns of one’s own no more of a result, an output or an error than the model gets', async () => {
    const seen: number[] = []
    const counting = /never/g
    counting[Symbol.replace] = (given: string) => {
      seen.push(given.length)
      return given
    }
    const hostile = fill('word ', 4 * million)
    const tools = [
      anyTool('result', () => hostile),
      anyTool('data', () => ({ rows: [{ text: hostile }, { text: hostile }] })),
      anyTool('shown', () => 1, { result: { toModel: () => hostile } }),
      anyTool('error', () => Promise.reject(new Error(hostile))),
    ]
    const { agent, model } = agentUnderTest(
      [calls(...tools.map(({ name }) => call(name))), 'done'],
      { tools, use: [redaction({ patterns: [counting], defaults: false })] },
    )
    const { messages, trace } = await agent.with({}).chat('go')
    expect(Math.max(...seen)).toBeLessThan(100_000)
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(4)
    for (const message of messages) expect(message.content?.length ?? 0).toBeLessThan(66_000)
    expect(trace.map(({ totalBytes }) => (totalBytes ?? 0) >= 4 * million)).toEqual(
      Array.from(tools, () => true),
    )
    expect(JSON.stringify(model.requests.at(-1))).toMatch(/full result 4\d{6} bytes/)
  })

  it('A10 reads at most a million characters of a context', async () => {
    const { agent, model } = agentUnderTest(['done'], { use: [redaction()] })
    const context = () => ({ text: fill('word ', 2 * million) })
    agent.scopes.register(new Scope({ name: 'page', context }))
    await agent.chat('go')
    expect(JSON.stringify(model.requests).length).toBeLessThan(1_010_000)
  })

  it('A10 reads lists that are nested more deeply than the stack', () => {
    const deep = '['.repeat(50_000)
    const read = redact(JSON.stringify({ body: `${deep}"password=x"${']'.repeat(50_000)}` }))
    expect(read).not.toContain('=x')
  })
})

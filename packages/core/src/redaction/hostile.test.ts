import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { call, calls } from '@ambit/testing'
import { Scope } from '../index.ts'
import { redaction } from '../redaction/index.ts'
import { anyKey, keyShapes } from './key-shapes.ts'

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
]

const { text } = redaction()

describe('redaction of hostile text', () => {
  it.each(beginnings)('A10 reads a megabyte of %j once', (piece) => {
    const hostile = fill(piece)
    for (const shape of [...keyShapes, anyKey])
      expect(hostile.replaceAll(shape, '')).toBeTypeOf('string')
    for (const given of [hostile, `"token":{${hostile}`]) {
      expect(text(given)).toBeTypeOf('string')
    }
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
          const read = cards.text(whole, before.length + cut + (whole === given ? 0 : 16))
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
      expect(text(`See ${secret} here`)).not.toContain('aB3')
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
      anyTool('shown', () => 1, { toModelOutput: () => hostile }),
      anyTool('error', () => Promise.reject(new Error(hostile))),
    ]
    const { agent, model } = agentUnderTest(
      [calls(...tools.map(({ name }) => call(name))), 'done'],
      { tools, redaction: redaction({ patterns: [counting], defaults: false }) },
    )
    const { messages, trace = [] } = await agent.chat('go', { includeToolTrace: true })
    expect(Math.max(...seen)).toBeLessThan(100_000)
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(4)
    for (const message of messages) expect(message.content?.length ?? 0).toBeLessThan(66_000)
    expect(trace.map(({ totalBytes }) => (totalBytes ?? 0) >= 4 * million)).toEqual(
      Array.from(tools, () => true),
    )
    expect(JSON.stringify(model.requests.at(-1))).toMatch(/full result 4\d{6} bytes/)
  })

  it('A10 reads at most a million characters of a context', async () => {
    const { agent, model } = agentUnderTest(['done'], { redaction: redaction() })
    const context = () => ({ text: fill('word ', 2 * million) })
    agent.scopes.register(new Scope({ name: 'page', context }))
    await agent.chat('go')
    expect(JSON.stringify(model.requests).length).toBeLessThan(1_010_000)
  })

  it('A10 reads lists that are nested more deeply than the stack', () => {
    const deep = '['.repeat(50_000)
    const read = text(JSON.stringify({ body: `${deep}"password=x"${']'.repeat(50_000)}` }))
    expect(read).not.toContain('=x')
  })
})

import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { Scope } from '../../index.ts'
import { Redacted, redact, redaction } from '../redaction/index.ts'

const letters = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5q'
const jwt = `eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.${letters.slice(0, 20)}`
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n${letters}\n-----END RSA PRIVATE KEY-----`

const keys = [
  `sk-${letters.slice(0, 32)}`,
  `sk-ant-api03-${letters}`,
  `sk-proj-${letters}`,
  `sk_live_${letters.slice(0, 24)}`,
  `rk_test_${letters.slice(0, 24)}`,
  `AIza${letters.slice(0, 35)}`,
  `ya29.${letters}`,
  `AKIA${letters.slice(0, 16).toUpperCase()}`,
  `ghp_${letters.slice(0, 36)}`,
  `github_pat_${letters}`,
  `glpat-${letters.slice(0, 20)}`,
  `xoxb-${letters.slice(0, 24)}`,
  `npm_${letters.slice(0, 36)}`,
  `hf_${letters.slice(0, 34)}`,
  `SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}`,
  jwt,
  `xapp-1-${letters.slice(0, 20)}`,
  `hooks.slack.com/services/T0001/B0001/${letters.slice(0, 24)}`,
  `AccountKey=${letters}==`,
  `dop_v1_${letters}`,
  `shpat_${letters.slice(0, 32)}`,
  `gsk_${letters}`,
  `hvs.${letters}`,
  `pypi-AgEIcHlwaS5vcmc${letters}`,
  `dapi${'0a1b2c3d'.repeat(4)}`,
  `lin_api_${letters.slice(0, 40)}`,
  `pplx-${letters}`,
  `xai-${letters}`,
  `r8_${letters.slice(0, 37)}`,
  `gldt-${letters.slice(0, 20)}`,
  `ATATT3xFf${letters}`,
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${letters}\n-----END PGP PRIVATE KEY BLOCK-----`,
]

const fields =
  'password passwd passphrase pin otp secret client_secret privateKey api_key apiKey API-KEY accessKey token access_token refreshToken idToken csrf_token Authorization cookie Set-Cookie credentials cardNumber cvv cvc iban ssn'.split(
    ' ',
  )

const planted = [
  ...keys.map((secret) => ({ value: { note: `Use ${secret} for it.` }, secret })),
  ...keys.slice(0, 4).map((secret) => ({ value: { [secret]: 1 }, secret })),
  ...fields.map((name, at) => ({
    value: { [name]: `hunter-${at}-two` },
    secret: `hunter-${at}-two`,
  })),
  { value: { nested: [{ deep: { password: { was: 'open sesame' } } }] }, secret: 'open sesame' },
  { value: pem, secret: letters },
  { value: { url: 'postgres://app:s3cretPass@db.local/x' }, secret: 's3cretPass' },
  { value: { header: `Authorization: Bearer ${letters}` }, secret: letters },
  {
    value: 'Refused: {"clientSecret": "two words"} at login?token=abc123&x=1',
    secret: 'two words',
  },
  { value: 'GET /login?access_token=abc123&x=1', secret: 'abc123' },
  { value: { mark: redact('for nobody') }, secret: 'for nobody' },
]

describe('redaction', () => {
  it('A10 R62 keeps 50 planted secrets out of every request, from contexts, results and errors', async () => {
    expect(planted.length).toBeGreaterThanOrEqual(50)
    for (const { value, secret } of planted) {
      const tools = [
        anyTool('result', () => value),
        anyTool('error', () => Promise.reject(new Error(JSON.stringify(value)))),
        anyTool('shown', () => 1, { result: { toModel: () => JSON.stringify(value) } }),
        anyTool('parts', () => 1, {
          result: { toModel: () => [{ type: 'text', text: JSON.stringify(value) }] },
        }),
      ]
      const { agent, model } = agentUnderTest(
        [calls(...tools.map(({ name }) => call(name))), 'done'],
        { tools, use: [redaction()] },
      )
      agent.scopes.register(new Scope({ name: 'page', context: () => value }))
      await agent.chat('go')
      const sent = JSON.stringify(model.requests)
      expect(sent).not.toContain(secret)
      expect(sent).toContain('[redacted]')
      expect(JSON.stringify(agent.history.messages)).not.toContain(secret)
    }
  })

  it('A10 takes secrets out of the reason of a tool that is off', async () => {
    const secret = `sk-${letters}`
    const off = anyTool('off', () => 1, {
      enabled: () => ({ available: false, reason: `401 for ${secret}` }),
    })
    const { agent, model } = agentUnderTest([calls(call('off')), 'done'], {
      tools: [off],
      use: [redaction()],
    })
    await agent.chat('go')
    expect(JSON.stringify(model.requests)).toContain('401 for [redacted]')
    expect(JSON.stringify(model.requests)).not.toContain(secret)
    expect(JSON.stringify(agent.history.messages)).not.toContain(secret)

    const throwing = {
      name: 'redaction',
      redact: (): string => {
        throw new Error('No')
      },
    }
    const broken = agentUnderTest(['done'], { tools: [off], use: [throwing] })
    await failureOf(broken.agent.chat('go'))
    expect(JSON.stringify(broken.model.requests)).not.toContain(secret)
  })

  it('A10 cuts the error of an undo after the search, not before', async () => {
    const secret = `sk-${letters}`
    const failing = anyTool('failing', (_, ctx) =>
      ctx.undo(() => Promise.reject(new Error(`${'.'.repeat(290)} ${secret}`))),
    )
    const { agent } = agentUnderTest([calls(call('failing', {}, 'c1')), 'done', 'done'], {
      tools: [failing],
      use: [redaction()],
    })
    await agent.chat('go')
    await agent.undo('c1')
    await agent.chat('And now?')
    expect(JSON.stringify(agent.history.messages)).toContain('Could not be undone')
    expect(JSON.stringify(agent.history.messages)).not.toContain('sk-Ab')
  })

  it('A10 leaves everything else as it is', () => {
    const { redact: text } = redaction()
    const kept = {
      name: 'Ada',
      tokens: 12,
      nextPageToken: 'abc',
      spinning: true,
      mail: 'ada@example.com',
      url: 'https://example.com:8080/path?q=a@b',
      id: '0d9f4c2e-6f1c-4f9b-9c56-8f6f7b1f2a11',
      risk: 'task-1234567890123456',
      password: null,
    }
    expect(JSON.parse(text(JSON.stringify(kept)))).toEqual(kept)
  })

  it('A10 takes fields and patterns of one’s own, and can do without the usual ones', () => {
    const { redact: text } = redaction({
      fields: ['salary'],
      patterns: [/EMP-\d+/],
      defaults: false,
    })
    const given = { salary: 90_000, id: 'EMP-12 and EMP-13', password: 'x' }
    expect(JSON.parse(text(JSON.stringify(given)))).toEqual({
      salary: '[redacted]',
      id: '[redacted] and [redacted]',
      password: 'x',
    })
    expect(() => redaction({ patterns: ['x' as never] })).toThrow('patterns')
    expect(() => redaction({ patterns: /x/ as never })).toThrow('patterns')
    expect(() => redaction({ fields: 'salary' as never })).toThrow('fields')
    expect(() => redaction({ fields: [/salary/ as never] })).toThrow('fields')
  })

  it('reads what is no JSON as text', () => {
    expect(redaction().redact(`{"cut": "Bearer ${letters}`)).toBe('{"cut": "[redacted]')
  })

  it('takes time in proportion to the text', () => {
    const { redact: text } = redaction()
    const hostile = ['-----BEGIN PRIVATE KEY-----', 'a.'.repeat(10), '://a:', 'eyJ', 'sk-']
    for (const piece of hostile) {
      expect(typeof text(JSON.stringify(piece.repeat(20_000)))).toBe('string')
    }
  })
})

describe('redact', () => {
  it('A10 is the value for code, and nothing for whoever writes it down', () => {
    const secret = redact({ pin: 1234 })
    expect(secret).toBeInstanceOf(Redacted)
    expect(secret.reveal()).toEqual({ pin: 1234 })
    expect(JSON.stringify({ secret })).toBe('{"secret":"[redacted]"}')
    expect(`${secret}`).toBe('[redacted]')
    expect(Object.keys(secret)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { openGateway, samples } from '../../test/gateway-under-test.ts'

/** The field of each wire that limits the answer. */
const limitFields: Readonly<Record<string, readonly string[]>> = {
  'OpenAI chat': ['max_tokens', 'max_completion_tokens'],
  'OpenAI responses': ['max_output_tokens'],
  'Anthropic messages': ['max_tokens'],
  Google: ['maxOutputTokens'],
  'OpenAI-compatible': ['max_tokens'],
}
const cases = samples.flatMap((sample) =>
  (limitFields[sample.name] ?? []).map((field) => ({ ...sample, field })),
)
const withLimit = (field: string, value: unknown): object =>
  field === 'maxOutputTokens' ? { generationConfig: { [field]: value } } : { [field]: value }

describe.each(cases)('a body of $name', ({ path, json, field }) => {
  it.each([1.5, 0, -1, '64', true, [64], {}])(
    `P7 is refused if \`${field}\` is not a whole number: %j`,
    async (value) => {
      const { send, received } = await openGateway('bare handler')
      const response = await send(path, { json: { ...json, ...withLimit(field, value) } })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(field)
      expect(received).toEqual([])
    },
  )

  it.each([1, 64, null])(`P7 passes if \`${field}\` is %j`, async (value) => {
    const { send } = await openGateway('bare handler')
    const response = await send(path, { json: { ...json, ...withLimit(field, value) } })
    expect(response.status).toBe(200)
    await response.text()
  })
})

describe.each(samples.filter(({ json }) => 'stream' in json))(
  'a body of $name',
  ({ path, json }) => {
    it.each(['true', 1, 0, {}])(
      'P7 is refused if `stream` is neither true nor false: %j',
      async (stream) => {
        const { send, received } = await openGateway('bare handler')
        const response = await send(path, { json: { ...json, stream } })
        expect(response.status).toBe(400)
        expect(await response.text()).toContain('`stream`')
        expect(received).toEqual([])
      },
    )
  },
)

describe('a pass-through', () => {
  const input = (...items: unknown[]) => ({ model: 'gpt-5', input: items })
  const chat = (more: object) => ({
    model: 'gpt-5',
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  })
  const claude = (more: object) => ({
    model: 'claude-sonnet-5-5',
    max_tokens: 10,
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  })
  const hour = { type: 'ephemeral', ttl: '1h' }

  it.each<[what: string, path: string, json: object]>([
    ['an item without a type', 'openai/responses', input({ id: 'msg_other' })],
    ['an item whose type is null', 'openai/responses', input({ id: 'msg_other', type: null })],
    ['reasoning without content', 'openai/responses', input({ id: 'rs_1', type: 'reasoning' })],
    ['a list among items', 'openai/responses', input([{ id: 'msg_other' }])],
    ['a list among tools', 'openai/responses', { ...input(), tools: [[{ type: 'web_search' }]] }],
    ['a list among messages', 'openai/chat/completions', chat({ messages: [[{ role: 'user' }]] })],
    ['a text among tools', 'openai/chat/completions', chat({ tools: ['web_search'] })],
    [
      'another role',
      'mine/chat/completions',
      chat({ messages: [{ role: 'System', content: 'a' }] }),
    ],
    ['a role with a space', 'mine/chat/completions', chat({ messages: [{ role: 'system ' }] })],
    ['a cache of an hour', 'anthropic/messages', claude({ cache_control: hour })],
    [
      'a cache of an hour in a part',
      'anthropic/messages',
      claude({ system: [{ type: 'text', text: 'a', cache_control: hour }] }),
    ],
    [
      'a cache of an hour in a tool',
      'anthropic/messages',
      claude({ tools: [{ name: 't', input_schema: {}, cache_control: hour }] }),
    ],
    [
      'a list of lists of functions',
      'google/models/gemini-2.5-flash:generateContent',
      { contents: [], tools: [{ functionDeclarations: [[{ name: 't' }]] }] },
    ],
  ])('P7 refuses %s', async (_what, path, json) => {
    const { send, received } = await openGateway('bare handler')
    const response = await send(`/${path}`, { json })
    expect([400, 403]).toContain(response.status)
    expect(received).toEqual([])
  })

  it('P7 passes on reasoning with its content, and a cache of five minutes', async () => {
    const { send } = await openGateway('bare handler')
    const reasoning = { id: 'rs_1', type: 'reasoning', encrypted_content: 'abc', summary: [] }
    const first = await send('/openai/responses', {
      json: { ...input(reasoning, { role: 'user', content: 'Hi' }), stream: true },
    })
    const short = { type: 'ephemeral', ttl: '5m' }
    const second = await send('/anthropic/messages', {
      json: claude({ cache_control: short, stream: true }),
    })
    expect([first.status, second.status]).toEqual([200, 200])
  })

  it.each([
    ['openai/chat/completions', chat({ messages: [{ role: 'developer', content: 'Evil' }] })],
    ['openai/responses', input({ role: 'system', content: 'Evil' })],
    ['anthropic/messages', claude({ messages: [{ role: 'system', content: 'Evil' }] })],
  ])('P7 leaves out instructions of the client on %s', async (path, json) => {
    const { send, received } = await openGateway(
      'bare handler',
      undefined,
      {},
      { instructions: 'Be brief.' },
    )
    await (await send(`/${path}`, { json })).text()
    expect(JSON.stringify(received[0]?.body)).not.toContain('Evil')
    expect(JSON.stringify(received[0]?.body)).toContain('Be brief.')
  })
})

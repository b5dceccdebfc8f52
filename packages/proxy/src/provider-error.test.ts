import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import { describe, expect, it, vi } from 'vitest'
import { errorOf, proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { ProviderFailure } from './proxy-log.ts'

const tools = ['look', 'search', 'send'].map((name) => ({
  type: 'function' as const,
  name,
  inputSchema: { type: 'object' as const },
}))
const body = encodeCall('m', {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  tools,
})

const claude = (fetch: typeof globalThis.fetch) =>
  createAnthropic({ apiKey: 'k', fetch })('claude-haiku-5-5')
const gpt = (fetch: typeof globalThis.fetch) => createOpenAI({ apiKey: 'k', fetch })('gpt-5')
const gemini = (fetch: typeof globalThis.fetch) =>
  createGoogle({ apiKey: 'k', fetch })('gemini-2.5-flash')

/** Sends a call to a model whose provider refuses it with these words. */
async function refuse(
  create: (fetch: typeof globalThis.fetch) => LanguageModelV4,
  message: string,
  status = 400,
  onProviderError?: (failure: ProviderFailure) => unknown,
) {
  const error = { type: 'invalid_request_error', message, code: status, status: 'INVALID_ARGUMENT' }
  const model = create(async () => Response.json({ type: 'error', error }, { status }))
  const { handle, log } = proxyUnderTest({ models: { m: model }, onProviderError })
  const response = await handle(requestOf({ body }))
  return { error: await errorOf(response), log, requestId: response.headers.get('x-request-id') }
}

describe('a refusal of a provider', () => {
  it.each([
    [claude, 'tools.1.custom.input_schema: JSON schema is invalid.', 'the tool "search"'],
    [gpt, "Invalid schema for function 'send': schema must be an object.", 'the tool "send"'],
    [gpt, "Invalid 'tools[2].name': string does not match pattern.", 'the tool "send"'],
    [
      gemini,
      '* GenerateContentRequest.tools[0].function_declarations[1].parameters: wrong',
      'the tool "search"',
    ],
    [
      claude,
      'messages.0.content.1.image.source.base64.data: image exceeds 5 MB maximum',
      'a picture of the conversation',
    ],
    [
      claude,
      'messages.2.content.0.document.source: The PDF has too many pages',
      'a document of the conversation',
    ],
  ])('tells the page what is at fault where it names it: %o %s', async (create, said, what) => {
    const { error } = await refuse(create, said)
    expect(error).toMatchObject({ code: 'upstream_rejected', status: 400 })
    expect(error.message).toBe(`The provider refused ${what}.`)
  })

  it.each(['max_tokens: too many', "function 'stranger' is wrong", 'tools.9.custom: wrong'])(
    'tells the page nothing else: %s',
    async (said) => {
      const { error } = await refuse(claude, said)
      expect(error.message).toBe('The provider refused the request as it is.')
    },
  )

  it('of what is too large says so', async () => {
    const { error } = await refuse(claude, 'Request exceeds the maximum size', 413)
    expect(error).toMatchObject({ code: 'body_too_large', status: 413 })
    expect(error.message).toBe('The conversation is larger than the provider accepts.')
  })

  it('goes with its sentence to `onProviderError`, and to no log', async () => {
    const told = vi.fn<(failure: ProviderFailure) => void>()
    const said = 'tools.1.custom.input_schema: the word “private” of the request'
    const { error, log, requestId } = await refuse(claude, said, 400, told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect(told).toHaveBeenCalledWith({
      requestId,
      modelId: 'm',
      code: 'upstream_rejected',
      status: 400,
      sentence: said,
    })
    expect(JSON.stringify([error, log])).not.toContain('private')
  })

  it('of a key is told without its sentence, since a provider repeats letters of it', async () => {
    const told = vi.fn<(failure: ProviderFailure) => void>()
    await refuse(gpt, 'Incorrect API key provided: sk-abc***xyz', 401, told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect(told.mock.calls[0]?.[0]).toMatchObject({ code: 'upstream_unauthorized', sentence: '' })
  })

  it('has no key in it, also where another failure repeats one', async () => {
    const told = vi.fn<(failure: ProviderFailure) => void>()
    await refuse(gpt, 'Bad request with sk-SECRETKEY123456 in it', 400, told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect(told.mock.calls[0]?.[0].sentence).toBe('Bad request with *** in it')
  })

  it('of a pass-through goes there too, and a listener that fails changes nothing', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const told = vi.fn<(failure: ProviderFailure) => void>(() => {
      throw new Error('the sink is full')
    })
    const { handle } = proxyUnderTest({
      onProviderError: told,
      use: [
        passThrough({
          up: {
            wire: 'openai',
            apiKey: 'k',
            models: ['gpt-5'],
            fetch: async () => Response.json({ error: { message: 'No.' } }, { status: 400 }),
          },
        }),
      ],
    })
    const json = JSON.stringify({ model: 'gpt-5', messages: [] })
    const response = await handle(requestOf({ path: '/api/agent/up/chat/completions', body: json }))
    expect(response.status).toBe(400)
    await vi.waitFor(() => expect(printed).toHaveBeenCalledTimes(1))
    expect(told.mock.calls[0]?.[0]).toMatchObject({ sentence: 'No.', modelId: 'up/gpt-5' })
    expect(String(printed.mock.calls[0])).toContain('the sink is full')
    printed.mockRestore()
  })
})

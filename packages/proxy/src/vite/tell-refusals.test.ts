import { APICallError } from '@ai-sdk/provider'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { tellRefusals } from './ambit-proxy.ts'

const key = 'planted-secret-0123456789'
const call = { prompt: [] }

/** Calls a model whose provider refuses, and returns what was printed. */
async function refuse(statusCode: number, message: string, isResolver = false): Promise<string[]> {
  const printed: string[] = []
  const error = new APICallError({
    message,
    statusCode,
    url: 'https://provider.example/v1/chat',
    requestBodyValues: { prompt: 'planted prompt' },
    responseBody: `{"error":"planted body ${key}"}`,
  })
  const mock = new MockLanguageModelV4({ doStream: () => Promise.reject(error) })
  const models = { 'compatible/nope': { model: isResolver ? () => mock : mock, label: 'nope' } }
  const told = tellRefusals(models, { AMBIT_API_KEY: key }, (line) => printed.push(line))
  const rules = told['compatible/nope']
  if (!rules || !('model' in rules)) throw new Error('There is no model')
  expect(rules.label).toBe('nope')
  const request = {
    modelId: 'compatible/nope',
    subject: undefined,
    apiKey: undefined,
    signal: AbortSignal.any([]),
  }
  const model = typeof rules.model === 'function' ? await rules.model(request) : rules.model
  await expect(model.doStream(call)).rejects.toBe(error)
  return printed
}

describe('tellRefusals', () => {
  it.each([false, true])(
    'A10 prints the message of the provider that lacks the model, from a resolver: %s',
    async (isResolver) => {
      expect(
        await refuse(404, 'model "nope" not found,\ntry pulling it first', isResolver),
      ).toEqual([
        'compatible/nope: the provider answered 404, “model "nope" not found, try pulling it first”',
      ])
    },
  )

  it('prints no key, no body and nothing long', async () => {
    const [line = ''] = await refuse(400, `${key} sk-live-0123456789 is bad. ${'x '.repeat(400)}`)
    expect(line).toContain('is bad.')
    expect(line).not.toContain(key)
    expect(line).not.toContain('0123456789')
    expect(line).not.toContain('planted')
    expect(line.length).toBeLessThan(300)
  })

  it('prints nothing of a key that is not accepted, and of failures of the server', async () => {
    expect(await refuse(401, 'Incorrect key: abc****xyz')).toEqual([])
    expect(await refuse(500, 'It broke.')).toEqual([])
  })
})

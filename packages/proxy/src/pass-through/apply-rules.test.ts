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

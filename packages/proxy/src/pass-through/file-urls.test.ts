import { describe, expect, it } from 'vitest'
import { openGateway, samples } from '../../test/gateway-under-test.ts'

/** The parts of each wire that name a file by its URL. */
const carriers: Readonly<Record<string, ((url: string) => object)[]>> = {
  'OpenAI chat': [
    (url) => ({ type: 'image_url', image_url: { url } }),
    (url) => ({ type: 'file', file: { filename: 'a', file_data: url } }),
  ],
  'OpenAI responses': [
    (url) => ({ type: 'input_image', image_url: url }),
    (url) => ({ type: 'input_file', file_url: url }),
  ],
  'Anthropic messages': [(url) => ({ type: 'image', source: { type: 'url', url } })],
  Google: [(url) => ({ fileData: { mimeType: 'image/png', fileUri: url } })],
  'OpenAI-compatible': [
    (url) => ({ type: 'video_url', video_url: { url } }),
    (url) => ({ type: 'audio_url', audio_url: url }),
    (url) => ({ type: 'input_audio', input_audio: { data: url, format: 'wav' } }),
  ],
}

const withPart = (json: Record<string, unknown>, part: object): object =>
  JSON.parse(JSON.stringify(json).replace('"Hi"', JSON.stringify([part]))) as object

const cases = samples.flatMap(({ name, path, json }) =>
  (carriers[name] ?? []).map((carrier) => {
    const at = JSON.stringify(carrier('…'))
    const bodyOf = (url: string): object => {
      const part = carrier(url)
      return name === 'Google' ? { contents: [{ parts: [part] }] } : withPart(json, part)
    }
    return { at, name, path, bodyOf }
  }),
)

describe.each(cases)('the URL of a file: $name $at', ({ at, path, bodyOf }) => {
  const isData = /file_data|input_audio/.test(at)

  it('P38 is refused unless it is http, https or data', async () => {
    const { send, received } = await openGateway(
      'bare handler',
      undefined,
      {},
      { allowFiles: true },
    )
    for (const url of [
      'file:///etc/passwd',
      'FILE:/etc/passwd',
      ' file:///etc/passwd',
      'blob:http://127.0.0.1/x',
      'jar:http://10.0.0.5/x!/y',
      'gs://bucket/x',
      's3://bucket/x',
      'ftp://example.com/x',
      'http://127.0.0.1/x',
      ...(isData ? [] : ['/etc/passwd', '//127.0.0.1/x', 'x.png', '']),
    ]) {
      const response = await send(path, { json: bodyOf(url) })
      expect([url, response.status]).toEqual([url, 400])
      expect(await response.text()).toContain('allowPrivateUrls')
    }
    expect(received).toEqual([])
  })

  it('P38 passes if it is public, data, or allowed', async () => {
    const files = await openGateway('bare handler', undefined, {}, { allowFiles: true })
    for (const url of ['https://example.com/x.png', 'data:image/png;base64,AAAA']) {
      expect((await files.send(path, { json: bodyOf(url) })).status).toBe(200)
    }
    if (isData) expect((await files.send(path, { json: bodyOf('/9j/AAAA') })).status).toBe(200)
    const open = { allowFiles: true, allowPrivateUrls: true }
    const { send } = await openGateway('bare handler', undefined, {}, open)
    expect((await send(path, { json: bodyOf('gs://bucket/x') })).status).toBe(200)
  })
})

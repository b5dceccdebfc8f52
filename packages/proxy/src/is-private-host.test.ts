import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { errorOf, finish, proxyUnderTest, requestOf, streamOf } from '../test/proxy-under-test.ts'
import { isPrivateHost } from './is-private-host.ts'

const privateUrls = [
  'http://kubernetes.default/api',
  'http://billing.prod/',
  'http://billing.team-a/',
  'http://billing.ns1/',
  'http://vault.consul/',
  'http://wiki.intra/',
  'http://fritz.box/',
  'http://router.fritz.box/',
  'http://localhost:6379/',
  'http://LOCALHOST./',
  'http://app.localhost/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://0/',
  'http://10.0.0.5/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.7/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://198.19.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a00:5]/',
  'http://[0:0:0:0:0:ffff:169.254.169.254]/',
  'http://[::10.0.0.5]/',
  'http://[64:ff9b::10.0.0.5]/',
  'http://[2002:7f00:1::]/',
  'http://[::ffff:0:7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2001:0:7f00:1::1]/',
  'http://[2001::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://redis:6379/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://localhost.localdomain/',
  'http://app.team.svc/',
  'http://app.team.svc.cluster.local/',
  'http://files.private/',
]
const publicUrls = [
  'https://example.com/x.png',
  'https://example.com./x.png',
  'https://localhost.example.com/',
  'https://notlocalhost.example/',
  'https://8.8.8.8/',
  'https://172.15.0.1/',
  'https://172.32.0.1/',
  'https://192.169.0.1/',
  'https://100.128.0.1/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:8.8.8.8]/',
  'https://[64:ff9b::808:808]/',
  'https://[2001:4860:4860::8888]/',
  'https://svc.example.com/',
  'https://xn--mnchen-3ya.example/',
]

describe('isPrivateHost', () => {
  it.each(privateUrls)('P38 finds %s', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(true)
  })

  it.each(publicUrls)('P38 leaves %s', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false)
  })
})

describe('the file URLs of a call', () => {
  const send = (url: string, allowPrivateUrls?: boolean) => {
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([finish]) }),
    })
    const under = proxyUnderTest({ models: { m: { model, allowPrivateUrls } } })
    const file = {
      type: 'file' as const,
      data: { type: 'url' as const, url: new URL(url) },
      mediaType: 'image/png',
    }
    const output = { type: 'content' as const, value: [file] }
    const result = { type: 'tool-result' as const, toolCallId: 'c', toolName: 't', output }
    const bodies = [
      encodeCall('m', { prompt: [{ role: 'user', content: [file] }] }),
      encodeCall('m', { prompt: [{ role: 'assistant', content: [file] }] }),
      encodeCall('m', { prompt: [{ role: 'tool', content: [result] }] }),
    ]
    const responses = bodies.map((body) => under.handle(requestOf({ body })))
    return { model, responses: Promise.all(responses) }
  }

  it.each(['http://169.254.169.254/', 'http://localhost:6379/', 'http://[::1]/'])(
    'P38 are refused if they are private: %s',
    async (url) => {
      const { model, responses } = send(url)
      for (const response of await responses) {
        expect(response.status).toBe(400)
        const { code, message } = await errorOf(response)
        expect(code).toBe('invalid_request')
        expect(message).toMatch(/private network.*`allowPrivateUrls`/)
      }
      expect(model.doStreamCalls).toEqual([])
    },
  )

  it.each<[string, boolean | undefined]>([
    ['https://example.com/x.png', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['http://10.0.0.5/x.png', true],
  ])('P38 pass: %s', async (url, allowPrivateUrls) => {
    for (const response of await send(url, allowPrivateUrls).responses) {
      expect(response.status).toBe(200)
      await response.text()
    }
  })
})

import { MockLanguageModelV4 } from 'ai/test'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { delta, errorOf, finish, proxyUnderTest, requestOf, streamOf } from '../proxy-under-test.ts'

const issuer = 'https://login.example'
const audience = 'agent-proxy'

/** Sets up the recipe of the guide, but with local keys, which a server would fetch. */
async function setUp() {
  const own = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwks = createLocalJWKSet({
    keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'one' }],
  })
  const authorize = async ({ headers }: Request) => {
    const [, token = ''] = /^bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const verified = await jwtVerify(token, jwks, { issuer, audience }).catch(() => undefined)
    return verified?.payload.sub
  }
  const model = new MockLanguageModelV4({
    doStream: async () => ({ stream: streamOf([delta, finish]) }),
  })
  const { handle } = proxyUnderTest({ authorize }, model)
  const sign = (change: (token: SignJWT) => SignJWT = (token) => token, key = own.privateKey) =>
    change(
      new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject('ada')
        .setExpirationTime('2m'),
    ).sign(key)
  const send = (token: string) =>
    handle(requestOf({ headers: { authorization: `Bearer ${token}` } }))
  return { sign, send, model, foreign: foreign.privateKey }
}

describe('a proxy whose `authorize` takes the short-lived tokens of OpenID Connect', () => {
  it('P15 serves whom a token names', async () => {
    const { sign, send } = await setUp()
    const response = await send(await sign())
    expect(response.status).toBe(200)
    await response.text()
  })

  it.each<[string, (token: SignJWT) => SignJWT]>([
    ['has expired', (token) => token.setExpirationTime('-1m')],
    ['is for another service', (token) => token.setAudience('another')],
    ['is of another issuer', (token) => token.setIssuer('https://evil.example')],
    ['is not valid yet', (token) => token.setNotBefore('5m')],
    ['names nobody', (token) => token.setSubject('')],
  ])('P15 P10 refuses a token that %s, and asks no model', async (_what, change) => {
    const { sign, send, model } = await setUp()
    const response = await send(await sign(change))
    expect(response.status).toBe(401)
    expect((await errorOf(response)).code).toBe('unauthorized')
    expect(model.doStreamCalls).toHaveLength(0)
  })

  it('P15 P10 refuses a token that somebody else signed, and none', async () => {
    const { sign, send, foreign } = await setUp()
    for (const token of [await sign(undefined, foreign), 'a.b.c', '']) {
      expect((await send(token)).status).toBe(401)
    }
  })
})

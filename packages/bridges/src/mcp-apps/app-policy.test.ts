import { describe, expect, it } from 'vitest'
import { toPolicy, withPolicy } from './app-policy.ts'

const none =
  "default-src 'none'; script-src 'unsafe-inline' ; style-src 'unsafe-inline' ; img-src data: ; font-src data: ; media-src data: ; connect-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'"

describe('toPolicy', () => {
  it('37 allows nothing but the app’s own text by default', () => {
    expect(toPolicy({})).toBe(none)
  })

  it('37 allows the declared origins, each for its own purpose', () => {
    const policy = toPolicy({
      connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
      resourceDomains: ['https://cdn.example.com'],
      frameDomains: ['https://player.example.com'],
      baseUriDomains: ['https://base.example.com'],
    })
    expect(policy).toContain('connect-src https://api.example.com wss://live.example.com:8443;')
    for (const kind of ['script', 'style', 'img', 'font', 'media']) {
      expect(policy).toMatch(new RegExp(`${kind}-src [^;]*https://cdn.example.com;`))
    }
    expect(policy).toContain('frame-src https://player.example.com;')
    expect(policy).toContain('base-uri https://base.example.com;')
  })

  it.each([
    '*',
    'https://*',
    'https://*.example.com',
    'https:',
    'http://a.example',
    'ws://a.example',
    'data:',
    'blob:',
    "'self'",
    "'unsafe-eval'",
    "'unsafe-inline'",
    "'none'",
    'a.example',
    'https://a.example/path',
    'https://a.example?x',
    'https://user@a.example',
    'https://a.example;script-src *',
    'https://a.example, https://b.example',
    'https://a.example https://b.example',
    'https://a.example"><script>',
    '',
    'https://',
    'https://-',
    'https://[::1]',
    5,
    null,
    {},
  ])('37 leaves out %j', (source) => {
    const list = [source]
    const all = {
      connectDomains: list,
      resourceDomains: list,
      frameDomains: list,
      baseUriDomains: list,
    }
    expect(toPolicy(all)).toBe(none)
  })

  it('37 takes no list that is none', () => {
    expect(
      toPolicy({ connectDomains: 'https://a.example', frameDomains: { 0: 'https://a.example' } }),
    ).toBe(none)
  })

  it('37 stands before everything of the app', () => {
    expect(withPolicy('<!doctype html><html>', {})).toMatch(
      /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'[^"<>]*"><!doctype html><html>$/,
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostToReveal, isWithinOrigins, toSafeLink, toOwnLink } from './link-policy.ts'

describe('toSafeLink', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['mailto:a@b.example?body=secret', 'mailto:a@b.example'],
    ['tel:+49(30)123-45', 'tel:+49(30)123-45'],
  ])('W4 gives %s as %s', (written, href) => {
    expect(toSafeLink(written)?.href).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://example.com',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    '//example.com',
    '/path',
    '#id',
    'https:example.com',
    'https:/\\example.com',
    'https://user@example.com',
    'https://example.com@evil.example',
    'https://exa\u200Bmple.com',
    'https://example.com/\u202Egnp.exe',
    'https://',
    'mailto:',
    'tel:javascript',
    `https://example.com/${'a'.repeat(9000)}`,
  ])('W4 refuses %s', (written) => {
    expect(toSafeLink(written)).toBeUndefined()
  })

  it('W4 gives nothing but three kinds of address, whatever it is given', () => {
    const part = fc.constantFrom(
      'javascript:',
      'https://',
      'http:',
      'mailto:',
      'tel:',
      'data:',
      '\t',
      '\n',
      '\\',
      '/',
      '@',
      ':',
      'a.b',
      '%0a',
      '\u0001',
      '&#58;',
      '?',
      '１',
      '。',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join('')),
          fc.webUrl(),
          fc.string(),
        ),
        (written) => {
          const link = toSafeLink(written)
          if (!link) return
          expect(link.href).toMatch(/^(?:https?:\/\/[^\s@/]+\/|mailto:[^\s?]+@|tel:\+?[\d().-]+$)/)
          expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(link.href).protocol)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('isWithinOrigins', () => {
  const allowed = [
    'https://pics.example',
    'https://cdn.example/docs',
    'javascript:1',
    'cdn.example',
  ]

  it.each([
    'https://pics.example/a.png',
    'https://pics.example/deep/%2e%2e/a.png?b=c',
    'https://cdn.example/docs',
    'https://cdn.example/docs/a.png',
    'https://CDN.example:443/docs/./a.png',
  ])('W2 lets %s load', (href) => {
    expect(isWithinOrigins(href, allowed)).toBe(true)
  })

  it.each([
    'http://pics.example/a.png',
    'https://pics.example:8443/a.png',
    'https://pics.example.evil.example/a.png',
    'https://evil.example/https://pics.example/a.png',
    'https://cdn.example/docs-2/a.png',
    'https://cdn.example/docs/../a.png',
    'https://cdn.example/docs/%2e%2e/a.png',
    'https://cdn.example/docs/..%2Fa.png',
    'https://cdn.example/docs/%252e%252e/a.png',
    'https://cdn.example/a.png?docs/',
  ])('W2 does not let %s load', (href) => {
    expect(isWithinOrigins(href, allowed)).toBe(false)
  })
})

describe('hostToReveal', () => {
  it('W5 is the real host when the label names another', () => {
    expect(hostToReveal('https://github.com/login', 'evil.example')).toBe('evil.example')
    expect(hostToReveal('docs.github.com', 'github.com')).toBe('github.com')
    expect(hostToReveal('ｇｉｔｈｕｂ.com', 'evil.example')).toBe('evil.example')
  })

  it('W5 is the ASCII form of a host in another script', () => {
    expect(hostToReveal('our site', 'xn--80ak6aa92e.com')).toBe('xn--80ak6aa92e.com')
  })

  it('is nothing when the label does not mislead', () => {
    expect(hostToReveal('the docs', 'example.com')).toBeUndefined()
    expect(hostToReveal('github.com', 'docs.github.com')).toBeUndefined()
    expect(hostToReveal('www.example.com/a', 'example.com')).toBeUndefined()
    expect(hostToReveal('Node.js', 'nodejs.org')).toBeUndefined()
    expect(hostToReveal('localhost', 'localhost:3000')).toBeUndefined()
  })
})

const origin = 'https://app.example'

describe('toOwnLink', () => {
  it.each([
    ['/', '/'],
    ['/orders/17', '/orders/17'],
    ['/orders?state=open#row-3', '/orders?state=open#row-3'],
    ['/a/../orders', '/orders'],
    ['/orders/ä b'.replace(' ', '%20'), '/orders/%C3%A4%20b'],
    ['https://app.example/orders/17', '/orders/17'],
    ['HTTPS://APP.example:443/orders', '/orders'],
    ['/search?q=//other.example', '/search?q=//other.example'],
  ])('W4 leads from %s to the path %s', (written, path) => {
    expect(toOwnLink(written, origin)).toEqual({
      href: origin + path,
      host: 'app.example',
      path,
    })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '/\tjavascript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example/x',
    'vbscript:x',
    'file:///orders',
    '//other.example',
    '///other.example',
    '/\\other.example',
    '\\\\other.example',
    '/\n/other.example',
    '/\t/other.example',
    '/%09/other.example',
    '/%2Fother.example',
    '/%2f%2fother.example',
    '/%5Cother.example',
    '/%255cother.example',
    '/.//other.example',
    '/..//other.example',
    '/%2e//other.example',
    '/%2e%2e//other.example',
    '/a//other.example',
    '/orders/%00',
    '/orders/%0d%0aSet-Cookie:x',
    '/\u200B/other.example',
    '/\u202Eelpmaxe',
    '/orders 17',
    'orders/17',
    './orders',
    '?a=b',
    '#id',
    '',
    'https:orders',
    'https:/orders',
    'http://app.example/orders',
    'https://app.example:8443/orders',
    'https://app.example.other.example/orders',
    'https://other.example/https://app.example/',
    'https://app.example@other.example/',
    'https://other.example@app.example/',
    'https://user:pass@app.example/',
    'https://app.example\\@other.example/',
    'https://app.example%2fother.example/',
    'https://аpp.example/orders',
    'mailto:a@app.example',
    'tel:123',
    `/${'a'.repeat(9000)}`,
  ])('W4 makes nothing of %s', (written) => {
    expect(toOwnLink(written, origin)).toBeUndefined()
  })

  it('W4 makes nothing of a path in a page without an origin of the web', () => {
    expect(toOwnLink('/orders', undefined)).toBeUndefined()
    expect(toOwnLink('/orders', 'null')).toBeUndefined()
    expect(toOwnLink('/orders', 'file://')).toBeUndefined()
  })

  it('W4 leads nowhere but to the origin, whatever it is given', () => {
    const part = fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '%25',
      '@',
      ':',
      '?',
      '#',
      'a',
      'é',
      'https:',
      'http:',
      'app.example',
      'other.example',
      'javascript:',
      '\t',
      '\n',
      '\u200b',
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        (written) => {
          const link = toOwnLink(written, origin)
          if (!link) return
          expect(link.path).toMatch(/^\/(?![/\\])/)
          for (const address of [link.href, link.path, decodeURIComponent(link.path)]) {
            expect(new URL(address, origin).origin).toBe(origin)
          }
        },
      ),
      { numRuns: 3000, seed: 19 },
    )
  })
})

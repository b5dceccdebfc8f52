import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostToReveal, isWithinOrigins, toSafeLink } from './link-policy.ts'

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

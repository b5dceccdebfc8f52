import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { toOwnLink } from './own-link.ts'

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

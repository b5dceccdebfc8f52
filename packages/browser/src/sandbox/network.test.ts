import { describe, expect, it } from 'vitest'
import { checkNetwork, narrow, toConnectSource } from './sandbox.ts'

const api = 'https://api.example.com'
const files = 'https://files.example.com'

describe('checkNetwork', () => {
  it('takes origins', () => {
    expect(checkNetwork([api, 'wss://live.example.com:8443'], 'allowNetwork')).toHaveLength(2)
  })

  it.each([
    `${api}/`,
    'api.example.com',
    '*',
    'https://*.example.com',
    "'self'",
    'data:',
    '',
    `${api} https://evil.example`,
    `${api}; script-src *`,
    'https://a;script-src',
  ])('refuses %s', (text) => {
    expect(() => checkNetwork([text], 'allowNetwork')).toThrow('not an origin')
  })
})

describe('narrow', () => {
  it('never allows more than the agent does', () => {
    expect(narrow(false, true)).toBe(false)
    expect(narrow(false, [api])).toBe(false)
    expect(narrow([api], true)).toEqual([api])
    expect(narrow([api], [api, files])).toEqual([api])
    expect(narrow(true, [files])).toEqual([files])
    expect(narrow(true, false)).toBe(false)
    expect(narrow([api], undefined)).toEqual([api])
  })
})

describe('toConnectSource', () => {
  it("is 'none' for no origin", () => {
    expect(toConnectSource(false)).toBe("'none'")
    expect(toConnectSource([])).toBe("'none'")
    expect(toConnectSource([api, files])).toBe(`${api} ${files}`)
  })
})

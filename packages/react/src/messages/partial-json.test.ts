import { describe, expect, it } from 'vitest'
import { PartialJson } from './partial-json.ts'

const read = (text: string) => new PartialJson().read(text)

/** Reads a text that arrives in pieces of one character. */
function letters(text: string): unknown {
  const json = new PartialJson()
  let value: unknown
  for (let end = 1; end <= text.length; end++) value = json.read(text.slice(0, end))
  return value
}

const whole: readonly unknown[] = [
  { a: 1, b: [true, null, -2.5e3], c: { d: 'é "quoted" \\ \u2028 😀', e: [], f: {} } },
  [[], [[]], [{ a: [] }], '', 0.1],
  { constructor: 'x', toString: 1, '': 2, '0': 3 },
]

describe('PartialJson', () => {
  it.each(whole)('reads whole JSON as JSON.parse does, however it is cut', (value) => {
    for (const space of [undefined, 2]) {
      const text = JSON.stringify(value, undefined, space)
      expect(read(text)).toEqual(value)
      expect(letters(text)).toEqual(value)
    }
    expect(letters(`{"a":"\\ud83d\\ude00\\n\\u00e9\\/"}`)).toEqual({ a: '😀\né/' })
  })

  it('shows strings as they come, and numbers and words when they are whole', () => {
    expect(read('')).toBeUndefined()
    expect(read('{"title":"Hel')).toEqual({ title: 'Hel' })
    expect(read('{"title":"Hel","co')).toEqual({ title: 'Hel' })
    expect(read('{"count":12')).toEqual({})
    expect(read('{"count":12,')).toEqual({ count: 12 })
    expect(read('{"done":tru')).toEqual({})
    expect(read('{"done":true}')).toEqual({ done: true })
    expect(read('{"items":["a",{"b":"c')).toEqual({ items: ['a', { b: 'c' }] })
  })

  it('tells which value of the object is being written', () => {
    const writing = (text: string): string | undefined => {
      const json = new PartialJson()
      json.read(text)
      return json.writing
    }
    expect(writing('')).toBeUndefined()
    expect(writing('{"to')).toBeUndefined()
    expect(writing('{"to"')).toBe('to')
    expect(writing('{"to":"Ad')).toBe('to')
    expect(writing('{"to":"Ada"')).toBeUndefined()
    expect(writing('{"to":"Ada","bo')).toBeUndefined()
    expect(writing('{"to":"Ada","body":{"text":"Dear","sig')).toBe('body')
    expect(writing('{"to":"Ada","body":{"text":"Dear"}')).toBeUndefined()
    expect(writing('{"count":12')).toBe('count')
    expect(writing('{"count":12}')).toBeUndefined()
    expect(writing('["a","b')).toBeUndefined()
    expect(writing('[{"to":"a')).toBeUndefined()
    expect(writing('{"to":?,')).toBeUndefined()
  })

  it('shows no half of a character', () => {
    expect(read('{"a":"x\\')).toEqual({ a: 'x' })
    expect(read('{"a":"x\\u00')).toEqual({ a: 'x' })
    expect(read('{"a":"x\\ud83d')).toEqual({ a: 'x' })
    expect(read('{"a":"x\ud83d')).toEqual({ a: 'x' })
  })

  it('keeps what is finished, and never changes what it gave', () => {
    const json = new PartialJson()
    const first = json.read('{"done":{"a":[1]},"open":["x"') as Record<string, unknown>
    expect(json.read('{"done":{"a":[1]},"open":["x"')).toBe(first)
    const second = json.read('{"done":{"a":[1]},"open":["x","y') as Record<string, unknown>
    expect(first).toEqual({ done: { a: [1] }, open: ['x'] })
    expect(second).toEqual({ done: { a: [1] }, open: ['x', 'y'] })
    expect(second['done']).toBe(first['done'])
    expect(second['open']).not.toBe(first['open'])
  })

  it('keeps what stood before an error', () => {
    expect(read('{"a":1,"b":oops}')).toEqual({ a: 1 })
    expect(read('{"a":1]')).toEqual({ a: 1 })
    expect(read('{"a" 1}')).toEqual({})
    expect(read('no')).toBeUndefined()
    expect(letters('{"a":1,"b":oops,"c":2}')).toEqual({ a: 1 })
  })

  it('begins anew with another text', () => {
    const json = new PartialJson()
    json.read('{"a":1,"b":"x')
    expect(json.read('{"a":2}')).toEqual({ a: 2 })
  })

  it('R8 pollutes nothing', () => {
    const value = read('{"__proto__":{"polluted":true},"a":{"__proto__":[1]},"b":1}') as object
    expect(value).toEqual({ a: {}, b: 1 })
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  it('survives text that is nested without end', () => {
    const json = new PartialJson()
    for (let depth = 1; depth < 3000; depth += 500) json.read('['.repeat(depth))
    expect(Array.isArray(json.read('['.repeat(100_000)))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { shownName, shownValue, wholeName } from './shown-value.ts'

describe('shownValue', () => {
  it('is the value as it is', () => {
    expect(shownValue('a\r\nb')).toMatchObject({ pieces: ['a\nb'], unseen: [], charsLeft: 0 })
    expect(shownValue({ a: [1] }).pieces).toEqual(['{\n  "a": [\n    1\n  ]\n}'])
    expect(shownValue(null).pieces).toEqual(['null'])
    expect(shownValue('').pieces).toEqual([])
  })

  it('A4 tells of everything in it that cannot be seen, or does not fit', () => {
    for (const hidden of ['pay\u200B', '\u202Eeve', 'tag\u{E0041}', '\u3164']) {
      expect(shownValue(hidden).unseen).toHaveLength(1)
      expect(shownValue({ to: [hidden] }).unseen).toHaveLength(1)
    }
    expect(shownValue('x'.repeat(30_000)).charsLeft).toBe(10_000)
    expect(shownValue(`${'x'.repeat(30_000)}\u200B`).unseen).toHaveLength(1)
  })

  it('A4 shows a long run of white space as its size', () => {
    expect(shownValue(`Thanks${'\n'.repeat(150)}Regards`)).toMatchObject({
      pieces: ['Thanks', { emptyLines: 149 }, 'Regards'],
      start: undefined,
      lines: 151,
    })
    expect(shownValue(`a${'\u3000'.repeat(50)}b`).pieces).toEqual(['a', { spaces: 50 }, 'b'])
    expect(shownValue('a\n\n\nb').pieces).toEqual(['a\n\n\nb'])
  })

  it('has a beginning where it is long', () => {
    const half = 'x'.repeat(120)
    expect(shownValue('x'.repeat(801))).toMatchObject({ start: `${half}…${half}`, chars: 801 })
    expect(shownValue(`/srv/${'a/'.repeat(500)}../etc/passwd`).start).toMatch(
      /^\/srv\/.*….*\/etc\/passwd$/,
    )
    expect(shownValue('\n\n1\n2\n3\n4\n5'.repeat(3)).start).toBe('1\n2\n3\n4…')
    expect(shownValue('x'.repeat(200), 1, true).start).toBeUndefined()
    expect(shownValue('x'.repeat(210), 1, true).start).toHaveLength(201)
    expect(shownValue('x'.repeat(800)).start).toBeUndefined()
  })
})

describe('shownValue, in pages', () => {
  it('shows a further page at a time, up to the end', () => {
    const value = `${'x'.repeat(45_000)} END`
    expect(shownValue(value).charsLeft).toBe(25_004)
    expect(shownValue(value, 2).charsLeft).toBe(5004)
    const last = shownValue(value, 3)
    expect(last.charsLeft).toBe(0)
    expect(last.pieces.join('')).toBe(value)
  })
})

describe('wholeName', () => {
  it('is the whole name, in quotation marks where a space would not be seen', () => {
    const path = `/srv/${'a/'.repeat(90)}../etc/passwd`
    expect(wholeName(path)).toBe(path)
    expect(['', ' to ', 'to  whom', 'to\nwhom', 'to'].map(wholeName)).toEqual([
      '""',
      '" to "',
      '"to  whom"',
      String.raw`"to\nwhom"`,
      'to',
    ])
  })
})

describe('shownName', () => {
  it('is one short line', () => {
    expect(shownName('to\nwhom\u200B')).toBe('to whom')
    expect(shownName('x'.repeat(100))).toBe(`${'x'.repeat(60)}…`)
  })
})

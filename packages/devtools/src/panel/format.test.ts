import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toClock, toDateClock } from './format.ts'

describe('toClock', () => {
  it('17 has 24 hours and two digits, with the day too where it matters', () => {
    const at = new Date(2026, 10, 6, 16, 4, 9).getTime()
    expect(toClock(at)).toBe('16:04:09')
    expect(toClock(new Date(2026, 10, 6, 0, 4, 9).getTime())).toBe('00:04:09')
    expect(toDateClock(at)).toBe('2026-11-06 16:04:09')
  })

  it('17 is the one way in which the panel writes times', () => {
    const folder = new URL('.', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
    )
    expect(files.length).toBeGreaterThan(30)
    const others = files.filter((name) =>
      /\.toLocale\w*String\(/.test(readFileSync(new URL(name, folder), 'utf8')),
    )
    expect(others).toEqual([])
  })
})

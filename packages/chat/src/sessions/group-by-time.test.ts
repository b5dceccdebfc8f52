import type { SessionInfo } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { groupByTime } from './group-by-time.ts'
import { englishSessions } from './session-strings.ts'

const at = (year: number, month: number, day: number, hour = 12): number =>
  new Date(year, month - 1, day, hour).getTime()
const now = at(2026, 3, 30, 9)
const grouped = (times: readonly number[], time = now): unknown =>
  groupByTime(
    times.map((updatedAt) => ({ id: String(updatedAt), updatedAt }) as SessionInfo),
    time,
    englishSessions,
  ).map(({ name, sessions }) => [name, sessions.length])

describe('groupByTime', () => {
  it('follows the calendar, not spans of 24 hours', () => {
    expect(
      grouped([
        now,
        at(2026, 3, 30, 0),
        at(2026, 3, 29, 23),
        at(2026, 3, 28),
        at(2026, 3, 23, 0),
        at(2026, 3, 22, 23),
        at(2026, 2, 28, 0),
        at(2026, 2, 27),
        at(2026, 1, 3),
        at(2025, 12, 31),
        at(2025, 1, 1),
      ]),
    ).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Previous 7 days', 2],
      ['Previous 30 days', 2],
      ['February', 1],
      ['January', 1],
      ['December 2025', 1],
      ['January 2025', 1],
    ])
  })

  it('moves a session on after midnight, and takes one from a clock that is ahead for today', () => {
    const late = at(2026, 3, 30, 23)
    expect(grouped([late], at(2026, 3, 30, 23))).toEqual([['Today', 1]])
    expect(grouped([late], at(2026, 3, 31, 0))).toEqual([['Yesterday', 1]])
    expect(grouped([late], now)).toEqual([['Today', 1]])
    expect(grouped([])).toEqual([])
  })

  it('writes a time as short as its day allows', () => {
    expect(englishSessions.used(at(2026, 3, 30, 8), now)).toMatch(/^8:00\sAM$/)
    expect(englishSessions.used(at(2026, 3, 27), now)).toBe('Fri')
    expect(englishSessions.used(at(2026, 2, 3), now)).toBe('Feb 3')
    expect(englishSessions.used(at(2025, 2, 3), now)).toBe('Feb 3, 2025')
  })
})

import { describe, expect, it } from 'vitest'
import { findDates, formatDate } from './dates.ts'
import { Reading } from './clause.ts'
import { splitClauses } from './clause.ts'

/** The day of the tests, a Friday. */
const now = new Date(2026, 10, 20, 12, 0)

const find = (text: string) => {
  const [clause] = splitClauses(text, [], [], -1)
  return clause ? findDates(new Reading(clause), now).map((date) => formatDate(date, 'day')) : []
}

describe('findDates', () => {
  it.each([
    ['Book it today', '2026-11-20'],
    ['Book it tomorrow at 3pm', '2026-11-21T15:00'],
    ['Book it at 9:15 tomorrow', '2026-11-21T09:15'],
    ['Book it the day after tomorrow', '2026-11-22'],
    ['Book it on Monday', '2026-11-23'],
    ['Book it next Friday', '2026-11-27'],
    ['Book it in 3 days', '2026-11-23'],
    ['Book it in a week', '2026-11-27'],
    ['Book it next month', '2026-12-20'],
    ['Book it in 90 minutes', '2026-11-20T13:30'],
    ['Book it on May 3', '2027-05-03'],
    ['Book it on 3 December at noon', '2026-12-03T12:00'],
    ['Book it on the 3rd of May 2028', '2028-05-03'],
    ['Book it on 2026-12-24', '2026-12-24'],
    ['Book it at 8 pm', '2026-11-20T20:00'],
    ['Book it at midnight', '2026-11-20T00:00'],
  ])('reads %s', (text, date) => {
    expect(find(text)).toEqual([date])
  })

  it('gives a time the day that another one names', () => {
    const both = ['2026-11-21T14:00', '2026-11-21T16:00']
    expect(find('Book it tomorrow from 2pm to 4pm')).toEqual(both)
    expect(find('Book it from 2pm to 4pm tomorrow')).toEqual(both)
  })

  it('sees no date in other words and numbers', () => {
    expect(find('Add 3 boxes of May flowers for room 12')).toEqual([])
  })
})

const dayMs = 86_400_000

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Returns the Monday of the latest ISO week of this number that is over. */
export function startOfWeek(number: number, today: string): string {
  const year = Number(today.slice(0, 4))
  const monday = mondayOf(year, number)
  return addDays(monday, 6) < today ? monday : mondayOf(year - 1, number)
}

function mondayOf(year: number, week: number): string {
  // The fourth of January is always in the first week.
  const fourth = `${year}-01-04`
  return addDays(fourth, (week - 1) * 7 - ((new Date(fourth).getUTCDay() + 6) % 7))
}

/** Returns a day of the month before today's. */
export function dayOfLastMonth(today: string, day: number): string {
  return addDays(`${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`, day - 1)
}

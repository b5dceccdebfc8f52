import type { SessionInfo } from '@ambit/core/storage'
import type { SessionStrings } from './session-strings.ts'
import { startOfDay } from './start-of-day.ts'

/** Sessions that were last used in the same span of time. */
export interface SessionGroup {
  /** The heading, which no other group has. */
  readonly name: string
  readonly sessions: readonly SessionInfo[]
}

type Headings = Pick<SessionStrings, 'today' | 'yesterday' | 'lastDays' | 'lastWeeks' | 'month'>

/**
 * Groups sessions by the day of their last use: today, yesterday, the 7 and the 30 days before
 * today, then each month. Days are those of the browser's time zone. Keeps the order.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function groupByTime(
  sessions: readonly SessionInfo[],
  now: number,
  strings: Headings,
): readonly SessionGroup[] {
  const spans = [
    { from: startOfDay(now, 0), name: strings.today },
    { from: startOfDay(now, 1), name: strings.yesterday },
    { from: startOfDay(now, 7), name: strings.lastDays },
    { from: startOfDay(now, 30), name: strings.lastWeeks },
  ]
  const groups = new Map<string, SessionInfo[]>()
  for (const session of sessions) {
    const at = session.updatedAt
    const name = spans.find(({ from }) => at >= from)?.name ?? strings.month(at, now)
    const group = groups.get(name)
    if (group) group.push(session)
    else groups.set(name, [session])
  }
  return Array.from(groups, ([name, all]) => ({ name, sessions: all }))
}

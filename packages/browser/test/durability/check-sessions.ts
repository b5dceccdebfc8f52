import { checkTabs } from './check-tabs.ts'
import type { LogEntry } from './story-server.ts'
import type { StoredSession } from './story-sessions.ts'

/** The acts of the test: the sessions that are gone, and the imported ones that must be there. */
export interface SessionActs {
  /** By id of a deleted session: the number of the first thing that was said after that. */
  readonly gone: ReadonlyMap<string, number>
  /** By id of an imported session: its number. */
  readonly imported: ReadonlyMap<string, number>
  /** The number of the first thing that was said after everything was deleted. */
  readonly wipedBefore: number
}

/** Checks all sessions by the log and the acts. Returns the rules that were broken. */
export function checkSessions(
  all: readonly StoredSession[],
  log: readonly LogEntry[],
  { gone, imported, wipedBefore }: SessionActs,
): string[] {
  const wrong: string[] = []
  const ids = new Set(all.map(({ id }) => id))
  const owners = new Map<string, string>()
  const own = (what: string, id: string): void => {
    if ((owners.get(what) ?? id) !== id)
      wrong.push(`${what} is in ${owners.get(what)} and in ${id}`)
    owners.set(what, id)
  }
  for (const id of gone.keys()) if (ids.has(id)) wrong.push(`${id} was deleted, and is stored`)
  for (const session of all) {
    const { id, messages } = session
    const ownLog = log.filter(
      ({ type, sid }) => sid === id && (type === 'ack' || type === 'invoke'),
    )
    wrong.push(...checkTabs(session, ownLog, true).map((fault) => `${id}: ${fault}`))
    for (const message of messages) {
      own(`message ${message.id}`, id)
      if (message.role === 'assistant') for (const call of message.calls ?? []) own(call.id, id)
      const said = /Go (\d+) in ([\w-]+)\./.exec(JSON.stringify(message))
      if (message.role !== 'user' || !said) continue
      const [, number = '', mark = ''] = said
      if (Number(number) < wipedBefore) wrong.push(`${number} was said before the wipe`)
      if (mark.startsWith('new-')) own(mark, id)
      // Who speaks while the session goes does so in the next one.
      else if (mark !== id && (ids.has(mark) || Number(number) < (gone.get(mark) ?? wipedBefore))) {
        wrong.push(`${number} of ${mark} is in ${id}`)
      }
    }
  }
  for (const [id, nth] of imported) {
    const found = all.find((session) => session.id === id)?.messages.slice(0, 3) ?? []
    const isWhole = found.map(({ role }) => role).join() === 'user,assistant,tool'
    if (!isWhole || !JSON.stringify(found).includes(`imported ${nth}`))
      wrong.push(`${id} lacks rows`)
    if (found.some(({ taint }) => taint !== 'untrusted')) wrong.push(`${id} is trusted`)
  }
  const invoked = new Set<unknown>()
  for (const { type, sid, callId, marks, error, reason } of log) {
    if (type === 'failed') wrong.push(`a run failed: ${String(error)}`)
    if (type === 'degraded') wrong.push(`the storage failed: ${String(reason)}`)
    if (type === 'asked') {
      const alive = (marks as string[]).filter((mark) => ids.has(mark))
      if (alive.length > 1) wrong.push(`a request has text of ${alive.join()}`)
    }
    if (type !== 'invoke') continue
    if (invoked.has(callId)) wrong.push(`${String(callId)} was invoked twice`)
    invoked.add(callId)
    const owner = owners.get(String(callId))
    if (owner !== undefined && owner !== sid) wrong.push(`${String(callId)} ran in ${sid}`)
  }
  return wrong
}

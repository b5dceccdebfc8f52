import type { Intent } from '@ambit/core/storage'
import type { Opened } from './connection.ts'

/**
 * The calls of a session that were started and have no answer, each by its last attempt. Of one that cannot be read the id is known, and its key made of that: it was started, and
 * nobody may take it for one that was not.
 */
export async function readIntents(
  { database, cipher }: Opened,
  sid: string,
  onDamaged: (count: number) => void,
): Promise<readonly Intent[]> {
  const keys = await database.getAllKeysFromIndex('intents', 'open', [sid, 'started'])
  let damaged = 0
  const intents = await Promise.all(
    keys.map(async (key): Promise<Intent> => {
      const [, callId, attempt] = key
      try {
        const { body = '' } = (await database.get('intents', key)) ?? {}
        return JSON.parse(await cipher.open(body, `${sid}|${callId}`)) as Intent
      } catch {
        damaged++
        const call = { id: callId, name: '', arguments: {} }
        const started = { runId: '', startedAt: 0, attempt }
        return { call, effect: 'write', key: `${sid}:${callId}`, ...started }
      }
    }),
  )
  if (damaged > 0) onDamaged(damaged)
  return latest(intents)
}

/** Of a call that was started again, only the last attempt counts. */
function latest(intents: readonly Intent[]): Intent[] {
  const byCall = new Map<string, Intent>()
  for (const intent of intents) {
    const other = byCall.get(intent.call.id)
    if (!other || other.attempt < intent.attempt) byCall.set(intent.call.id, intent)
  }
  return [...byCall.values()]
}

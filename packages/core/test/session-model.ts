import type { Reply, ScriptedModel } from '@ambit/testing'

/** Makes the calls that the user's last message names; answers everything else with words. */
export function replyTo({ prompt }: Parameters<ScriptedModel['doStream']>[0]): Reply {
  const last = prompt.findLast(({ role }) => role !== 'system')
  const said = last?.role === 'user' ? JSON.stringify(last.content) : ''
  const asked = [...(/do ([^.]*)\./.exec(said)?.[1] ?? '').matchAll(/(\w+):(\d+)/g)]
  if (asked.length === 0) return 'Done'
  return {
    calls: asked.map(([, name = '', key]) => ({
      name,
      arguments: { key: Number(key) },
      id: `call_${key}`,
    })),
  }
}

/** Returns an exported session with one message. */
export const exportedSession = (nth: number): unknown => ({
  format: 'ambit-session',
  version: 1,
  messages: [
    { id: `imported_${nth}`, role: 'user', parentId: null, createdAt: 1, content: 'imported' },
  ],
  head: `imported_${nth}`,
})

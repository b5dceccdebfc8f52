import type { SessionExport } from '@ambit/core'
import type { LogEntry } from './story-server.ts'

/**
 * Checks a session that several pages ran, by the log and by the stored data. Returns the rules
 * that were broken; empty if none was. `wasSuspended`: a page stood still in between, so that its
 * request may end while another page runs the session.
 */
export function checkTabs(
  { messages, head }: SessionExport,
  log: readonly LogEntry[],
  wasSuspended: boolean,
): string[] {
  const wrong: string[] = []
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size < messages.length) wrong.push('a message is stored twice')
  if (head !== (messages.at(-1)?.id ?? null)) wrong.push('the last message is not the head')
  for (const [nth, { id, parentId }] of messages.entries()) {
    if (parentId !== (messages[nth - 1]?.id ?? null)) wrong.push(`${id} follows another branch`)
  }
  const said = messages.flatMap((m) => (m.role === 'user' ? [JSON.stringify(m.content)] : []))
  if (new Set(said).size < said.length) wrong.push('something was said twice')
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'assistant') {
      if (open.size) wrong.push(`${message.id} follows calls without an answer`)
      for (const { id } of message.calls ?? []) open.add(id)
    } else if (message.role === 'tool' && !open.delete(message.id)) {
      wrong.push(`${message.id} answers nothing`)
    }
  }
  if (open.size) wrong.push('calls are left without an answer')

  const running = new Map<string, string>()
  const invoked = new Set<unknown>()
  for (const entry of log) {
    const { type, page, callId } = entry
    if (type === 'ack' && !ids.has(String(entry['id']))) wrong.push(`lost ${String(entry['id'])}`)
    if (type === 'failed') wrong.push(`a run failed: ${String(entry['error'])}`)
    if (type === 'degraded') wrong.push(`the storage failed: ${String(entry['reason'])}`)
    if (type === 'invoke') {
      if (invoked.has(callId)) wrong.push(`${String(callId)} was invoked twice`)
      invoked.add(callId)
      const others = [...running.values()].filter((other) => other !== page)
      if (others.length && !wasSuspended) wrong.push(`${page} and ${others.join()} run at once`)
      running.set(String(callId), page)
    }
    if (type === 'ok') running.delete(String(callId))
  }
  for (const { id, role, ...rest } of messages) {
    if (role === 'tool' && 'status' in rest && rest.status === 'ok' && !invoked.has(id)) {
      wrong.push(`${id} is answered ok, and was not run`)
    }
  }
  return wrong
}

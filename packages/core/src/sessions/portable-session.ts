import { AgentError } from '../errors/agent-error.ts'
import type { AgentStorage } from '../storage/storage.ts'
import { type JsonObject, isJsonObject } from '../json/json.ts'
import type { Message } from '../messages/message.ts'
import { type Usage, noUsage } from '../budget/usage.ts'

/** A session as JSON data. */
export interface SessionExport {
  readonly format: 'ambit-session'
  readonly version: 1
  readonly title?: string | undefined
  readonly createdAt: number
  /** The last message of the open path. */
  readonly head: string | null
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** In the order in which they were stored: each after the one it follows. */
  readonly messages: readonly Message[]
}

/** Reads all of a session. */
export async function exportSession(storage: AgentStorage, id: string): Promise<SessionExport> {
  const row = await storage.read(id)
  if (!row) throw new AgentError(`There is no stored session "${id}".`)
  const { title, createdAt, head, state, usage, costUsd, next } = row
  const rows = await storage.readMessages(id, { from: 0 })
  return {
    format: 'ambit-session',
    version: 1,
    title,
    createdAt,
    head,
    state,
    usage,
    costUsd,
    // What another page has added meanwhile is not of this row.
    messages: rows.filter(({ seq }) => seq < next).map(({ message }) => message),
  }
}

/** Stores what was exported as a session of its own. */
export async function importSession(
  storage: AgentStorage,
  id: string,
  at: number,
  exported: unknown,
): Promise<void> {
  const { title, head, state, usage, costUsd, messages } = check(exported)
  const claim = await storage.claim(id, { at })
  if (!claim) return
  try {
    const session = { title, head, state, usage, costUsd }
    await claim.write({ at, messages, session, isStrict: true })
  } finally {
    await claim.release()
  }
}

function check(exported: unknown): SessionExport {
  const {
    format,
    version,
    messages,
    usage = noUsage,
    state = {},
  } = isJsonObject(exported) ? (exported as Partial<SessionExport>) : {}
  if (format !== 'ambit-session' || version !== 1 || !Array.isArray(messages)) {
    throw new AgentError('This is no exported session: give what `sessions.export` resolved with.')
  }
  const seen = new Set<unknown>([null])
  for (const message of messages as readonly unknown[]) {
    const isMessage =
      isJsonObject(message) &&
      typeof message['id'] === 'string' &&
      roles.has(message['role']) &&
      seen.has(message['parentId']) &&
      !seen.has(message['id'])
    if (!isMessage) {
      throw new AgentError(
        `Message ${seen.size} of the exported session is none, or follows none. Each has a \`role\`, an \`id\` of its own, and as \`parentId\` the id of one before it, or null.`,
      )
    }
    seen.add(message['id'])
  }
  const { head = null } = exported as Partial<SessionExport>
  if (!seen.has(head))
    throw new AgentError('The head of the exported session is none of its messages.')
  return { ...(exported as SessionExport), head, usage, state }
}

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool'])

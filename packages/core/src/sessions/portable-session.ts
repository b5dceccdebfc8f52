import { AgentError } from '../errors/agent-error.ts'
import type { AgentStorage, ReadOptions } from '../storage/storage.ts'
import type { SessionRow } from '../storage/session-row.ts'
import type { JsonObject } from '../json/json.ts'
import type { Message } from '../messages/message.ts'
import type { MessageSource } from '../messages/message-input.ts'
import { unmarked } from '../messages/person-message.ts'
import type { Usage } from '../budget/usage.ts'
import { mapInSlices } from '../slices.ts'
import { readImport } from './read-import.ts'
import { titleOf } from './session-title.ts'

/** A session as JSON data. */
export interface SessionExport {
  readonly format: 'ambit-session'
  readonly version: 1
  readonly title?: string | undefined
  readonly createdAt: number
  /** The id of the last message of the open path; null without messages. */
  readonly head: string | null
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The messages in the order in which they were stored: each after the message it follows. */
  readonly messages: readonly Message[]
}

/** Resolves with the row of a stored session. Rejects with `AgentError` if none has the id. */
export async function readStored(
  storage: AgentStorage,
  id: string,
  options?: ReadOptions,
): Promise<SessionRow> {
  const row = await storage.read(id, options)
  if (row) return row
  throw noSession(id)
}

/** Returns the error for a session that is not stored. */
export const noSession = (id: string): AgentError =>
  new AgentError(
    `There is no stored session "${id}": it was deleted, or has no message yet. \`sessions.list\` resolves with those there are.`,
  )

/** Resolves with all of a stored session. Rejects with `AgentError` if none has the id. */
export async function exportSession(storage: AgentStorage, id: string): Promise<SessionExport> {
  const row = await readStored(storage, id)
  const { title, createdAt, head, state, usage, costUsd, next, refused } = row
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
    // Another page may have added messages since the row was read.
    messages: rows
      .filter(({ seq, message }) => seq < next && !refused?.includes(message.id))
      .map(({ message }) => message),
  }
}

/** The options of `sessions.import`. */
export interface ImportOptions {
  /**
   * True if nobody else can have written or changed the data. Its messages then keep the trust that
   * they were exported with. Default false: every message counts as third-party text, so that tools
   * that send or destroy need a person. The `state` is then left out, because handlers trust it.
   */
  readonly trusted?: boolean | undefined
}

/** Returns a message as one that anybody may have written. No mark of a part frees the others. */
const toImported = (message: Message): Message => ({
  ...(message.role === 'user' ? { ...message, content: unmarked(message.content) } : message),
  taint: 'untrusted',
  imported: true,
})

/**
 * Stores exported data as a new session. Rejects with `AgentError`, and stores nothing, if the data
 * is no exported session, or if any of it cannot be read.
 */
export async function importSession(
  storage: AgentStorage,
  ports: MessageSource,
  exported: unknown,
  { trusted = false }: ImportOptions,
): Promise<string> {
  const { createdAt, messages: read, ...rest } = await readImport(exported, ports)
  const messages = trusted ? read : await mapInSlices(read, toImported)
  const id = ports.createId()
  const claim = await storage.claim(id, { at: createdAt })
  try {
    const session = { ...rest, ...titleOf(read, rest), state: trusted ? rest.state : {} }
    await claim?.write({ at: ports.clock.now(), messages, session, isStrict: true })
  } catch (error) {
    // The claim has stored a session without messages.
    await claim?.release()
    await storage.delete(id).catch(() => undefined)
    throw error
  }
  await claim?.release()
  return id
}

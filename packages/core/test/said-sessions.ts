import type { Message } from '../src/index.ts'
import type { AgentStorage, SessionChange } from '../src/features/keeping/index.ts'

/** A session to store. `said` has texts of the user, or other messages, in order. */
export interface SaidSession extends SessionChange {
  readonly id: string
  /** The time of the last use. Default 1. */
  readonly at?: number | undefined
  readonly said?: readonly (string | Partial<Message>)[] | undefined
}

/** Stores sessions, each with one path of messages. */
export async function storeSaid(
  storage: AgentStorage,
  ...sessions: readonly SaidSession[]
): Promise<void> {
  for (const { id, at = 1, said = ['Hello'], ...session } of sessions) {
    const claim = await storage.claim(id, { at })
    const messages = said.map((given, nth): Message => {
      const message = typeof given === 'string' ? { content: given } : given
      const place = { id: `${id}-${nth}`, parentId: nth === 0 ? null : `${id}-${nth - 1}` }
      return { role: 'user', ...place, createdAt: at, ...message } as Message
    })
    const head = messages.at(-1)?.id ?? null
    await claim?.write({ at, messages, session: { head, ...session } })
    await claim?.release()
  }
}

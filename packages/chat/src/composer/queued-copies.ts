import type { Agent } from '@ambit/core'
import { spokenText } from '../said.ts'
import { draftsOf, inTab, keyOf } from './draft.ts'

/** The text of a message that waits in this tab alone, and the time when it was sent. */
interface QueuedCopy {
  readonly text: string
  readonly at: number
}

/** The copies that this page has made. The agent of this page still has their messages. */
const own = new WeakMap<Agent, Set<string>>()

/**
 * Keeps a copy of a message in the tab while another page runs the session, because the session
 * cannot be written meanwhile. The copy goes when this page runs the session, and stores what
 * waits, or when the message was withdrawn. Files are not copied.
 */
export function keepQueued(agent: Agent, text: string, sent: PromiseLike<unknown>): void {
  const { sessions, history } = agent
  if (sessions.getState().running !== 'elsewhere' || text.trim() === '') return
  const { current } = sessions
  const copy: QueuedCopy = { text, at: Date.now() }
  const drop = (): void => {
    stop()
    change(agent, current, (copies) => copies.filter((other) => !isSame(other, copy)))
  }
  const isOpen = (): boolean => sessions.current === current
  const stop = history.subscribe(() => {
    if (isOpen() && sessions.getState().running === 'here') drop()
  })
  own.set(agent, (own.get(agent) ?? new Set()).add(JSON.stringify(copy)))
  change(agent, current, (copies) => [...copies, copy])
  // A session that is left for another one keeps its messages.
  void sent.then(() => setTimeout(() => isOpen() && drop()))
}

/**
 * Adds to the draft of the open session what waited before a reload. Leaves out what the session
 * has by now: in its history, or among what no run has taken.
 */
export function restoreQueued(agent: Agent): void {
  const { sessions, history } = agent
  const drafts = draftsOf(agent)
  const unsent = new Set(sessions.getState().unsent.map(spokenText))
  change(agent, sessions.current, (copies) =>
    copies.filter((copy) => {
      const { text, at } = copy
      if (own.get(agent)?.has(JSON.stringify(copy)) || unsent.has(text)) return true
      const isSent = history.messages.some(
        (message) =>
          message.role === 'user' && message.createdAt >= at && spokenText(message) === text,
      )
      const isThere = `\n${drafts.get().text}\n`.includes(`\n${text}\n`)
      if (!isSent && !isThere) drafts.add(text)
      return false
    }),
  )
}

/** Removes the copies of messages of the open session that the user has back. */
export function forgetQueued(agent: Agent, texts: readonly string[]): void {
  change(agent, agent.sessions.current, (copies) =>
    copies.filter(({ text }) => !texts.includes(text)),
  )
}

const isSame = (one: QueuedCopy, other: QueuedCopy): boolean =>
  one.at === other.at && one.text === other.text

/** Changes the copies of a session in the tab's storage. */
function change(
  agent: Agent,
  session: string,
  edit: (copies: readonly QueuedCopy[]) => readonly QueuedCopy[],
): void {
  const key = keyOf(agent.name, 'queued', session)
  inTab((storage) => {
    const before = storage.getItem(key)
    const after = edit(before === null ? [] : (JSON.parse(before) as QueuedCopy[]))
    if (after.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(after))
  })
}

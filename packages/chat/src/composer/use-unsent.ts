import type { Agent, ContentPart } from '@ambit/core'
import type { WaitingMessage } from '@ambit/core/storage'
import { useEffect } from 'react'
import { useChat } from '../chat-context.ts'
import { quotesIn, spokenText } from '../said.ts'
import { type Attachments, ofOthers } from './attachments/use-attachments.tsx'
import { hasStorage } from '../sessions/has-storage.ts'
import { below, draftsOf } from './draft.ts'
import { forgetQueued, restoreQueued } from './queued-copies.ts'
import { useSession } from '../use-activity.ts'

/**
 * Brings back what the user said in the open session and no run has taken, such as before a
 * reload. The texts come below the unsent text, in their order, and the files to the files. The
 * storage has the messages until the returned function is called: when the user sends what is in
 * the field, or empties it.
 */
export function useUnsent(attachments: Attachments | undefined): () => void {
  const { agent } = useChat()
  const { unsent, current, running, isOpening } = useSession(agent)
  useEffect(() => {
    if (!isOpening && hasStorage(agent)) restoreQueued(agent)
  }, [agent, current, isOpening])
  useEffect(() => {
    if (isOpening) return
    dropTaken(agent, unsent)
    const wanted = unsent.filter(({ id }) => !draftsOf(agent).settled.has(id))
    bringBack(agent, wanted, attachments)
    // While another page ran the session, they stayed in the storage.
    if (wanted.length < unsent.length) void take(agent, attachments)
    // Another page may have had the session until `running` changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- files are added to those of that time
  }, [agent, unsent, current, running, isOpening])
  return () => {
    const drafts = draftsOf(agent)
    const { returned } = drafts.get()
    if (returned.length === 0) return
    for (const id of returned) drafts.settled.add(id)
    drafts.change({ returned: [], edited: [], back: undefined })
    void take(agent, attachments)
  }
}

/** Takes the messages out of the storage. One that came meanwhile goes to the field. */
async function take(agent: Agent, attachments: Attachments | undefined): Promise<void> {
  const { current } = agent.sessions
  const messages = await agent.sessions.takeUnsent()
  if (agent.sessions.current !== current) return
  const added = messages.filter(({ id }) => !draftsOf(agent).settled.has(id))
  bringBack(agent, added, attachments)
}

function bringBack(
  agent: Agent,
  unsent: readonly WaitingMessage[],
  attachments: Attachments | undefined,
): void {
  const drafts = draftsOf(agent)
  const { text, quotes, files, returned, edited, back } = drafts.get()
  const fresh = unsent.filter(({ id }) => !returned.includes(id))
  if (fresh.length === 0) return
  forgetQueued(agent, fresh.map(spokenText))
  const lines = `\n${text}\n`
  const added = fresh
    .filter(({ id }) => !edited.includes(id))
    .map(spokenText)
    .filter((said) => said.trim() && !lines.includes(`\n${said}\n`))
  const shown = added.reduce(below, text)
  const filled = attachments?.admit(files, fresh.flatMap(filesOf))
  drafts.show({
    text: shown,
    quotes: [...quotes, ...fresh.flatMap(({ content }) => quotesIn(content))],
    ...filled,
    returned: [...returned, ...fresh.map(({ id }) => id)],
    back: back?.shown === text ? { ...back, shown } : { text, quotes, files, shown },
  })
}

/** Removes what another page has taken, unless the user has changed it here. */
function dropTaken(agent: Agent, unsent: readonly WaitingMessage[]): void {
  const drafts = draftsOf(agent)
  const { text, returned, back } = drafts.get()
  const isTaken = returned.some((id) => unsent.every((message) => message.id !== id))
  if (!isTaken || back?.shown !== text) return
  const { shown: _shown, ...before } = back
  drafts.show({ ...before, returned: [], back: undefined })
}

/** Returns the files of a message. A file that is an address is not a file of the user. */
const filesOf = ({ content }: WaitingMessage): File[] =>
  typeof content === 'string' ? [] : content.flatMap(toFile)

/** Returns the file that a part of a message holds; none for text, and for an address. */
export function toFile(part: ContentPart): File[] {
  if (part.type === 'text') return []
  const { data, mediaType, filename } = part
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const file = new File([bytes], filename ?? part.type, { type: mediaType ?? '' })
    if (part.untrusted) ofOthers.add(file)
    return [file]
  } catch {
    return []
  }
}

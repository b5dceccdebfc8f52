import type { ContentPart } from '@ambit/core'
import type { WaitingMessage } from '@ambit/core/storage'
import { useSessions } from '@ambit/react'
import { useEffect } from 'react'
import { useChat } from '../chat-context.ts'
import { spokenText } from '../spoken-text.ts'
import type { Attachments } from './attachments/use-attachments.ts'
import { hasStorage } from '../sessions/has-storage.ts'
import { draftOf } from './draft.ts'
import { forgetQueued, restoreQueued } from './queued-copies.ts'

/**
 * Brings back what the person said in the open session and no run has taken, such as before a
 * reload. The texts come below the unsent text, in their order, and the files to the files.
 */
export function useUnsent(attachments: Attachments | undefined): void {
  const { agent } = useChat()
  const { unsent, current, running, isOpening } = useSessions()
  const hasUnsent = unsent.length > 0
  useEffect(() => {
    if (!isOpening && hasStorage(agent)) restoreQueued(agent)
  }, [agent, current, isOpening])
  useEffect(() => {
    if (!hasUnsent) return
    const draft = draftOf(agent)
    void agent.sessions.takeUnsent().then((messages) => {
      const all = messages.map(spokenText)
      forgetQueued(agent, current, all)
      const texts = all.filter((text) => text.trim() && !draft.has(text))
      if (texts.length > 0) draft.add(texts.join('\n'))
      const files = messages.flatMap(filesOf)
      if (files.length > 0 && agent.sessions.current === current) attachments?.add(files)
    })
    // Another page may have had the session until `running` changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- files are added to those of that time
  }, [agent, hasUnsent, current, running])
}

/** Returns the files of a message. A file that is an address is no file of the person. */
const filesOf = ({ content }: WaitingMessage): File[] =>
  typeof content === 'string' ? [] : content.flatMap(toFile)

function toFile(part: ContentPart): File[] {
  if (part.type === 'text') return []
  const { data, mediaType, filename } = part
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    return [new File([bytes], filename ?? part.type, { type: mediaType ?? '' })]
  } catch {
    return []
  }
}

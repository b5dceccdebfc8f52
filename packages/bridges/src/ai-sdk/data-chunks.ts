import type { EventOf, SessionArtifact } from '@ambit/core'
import type { UIMessageChunk } from 'ai'

/** Returns what a running call reports, which a chat hears by `onData` and does not keep. */
export function toDataChunk(
  event: EventOf<'agent:tool_progress' | 'agent:custom'>,
): UIMessageChunk {
  if (event.type === 'agent:custom') {
    const { name, callId, data } = event
    const id = callId === undefined ? {} : { id: callId }
    return { type: `data-${name}`, ...id, data, transient: true }
  }
  const { callId: id, tool, percent, message } = event
  return {
    type: 'data-progress',
    id,
    data: { toolCallId: id, tool, percent, message },
    transient: true,
  }
}

/** Returns the part for an artifact, which is its chunk too. */
export const toArtifactPart = ({ id, type, title, data }: SessionArtifact): ArtifactPart => ({
  type: 'data-artifact',
  id,
  data: { id, type, ...(title !== undefined && { title }), data },
})

interface ArtifactPart {
  type: 'data-artifact'
  id: string
  data: unknown
}

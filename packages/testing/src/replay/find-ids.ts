import type { RecordedRun, Recording } from '@ambit/devtools/record'
import type { Pairs } from './pair-runs.ts'

/**
 * Returns the new id of a recorded message. The recorded id itself if no run has it, because it may
 * be of a message before the first run.
 */
export function findMessage(id: string, { runs }: Recording, pairs: Pairs): string {
  for (const run of runs) {
    const now = pairs.get(run.id)
    if (run.messageId === id && now?.messageId !== undefined) return now.messageId
    const steered = run.steered.findIndex(({ messageId }) => messageId === id)
    const request = run.requests.findIndex(({ reply }) => reply?.messageId === id)
    const found =
      now?.steered[steered]?.messageId ?? now?.requests[request]?.reply?.messageId ?? undefined
    if (found !== undefined) return found
  }
  return id
}

/** Returns the new id of the call that a recorded undo was for, or of its run if it had several. */
export function findUndo({ id, undone }: RecordedRun, { runs }: Recording, pairs: Pairs): string {
  const [first] = undone
  if (!first) return ''
  const earlier = runs.slice(
    0,
    runs.findIndex((run) => run.id === id),
  )
  for (const run of earlier.toReversed()) {
    const at = run.calls.findIndex((call) => call.id === first.callId)
    const now = pairs.get(run.id)
    if (at < 0 || !now) continue
    return undone.length > 1 ? now.id : (now.calls[at]?.id ?? first.callId)
  }
  return first.callId
}

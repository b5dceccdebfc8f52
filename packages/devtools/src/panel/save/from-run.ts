import type { Agent } from '@ambit/core'
import type { RecordedRun, Recording } from '../../record/index.ts'
import { toPlain } from '../../record/to-plain.ts'
import { pathTo } from '../history/message-rows.ts'

/** Returns the runs that a shorter recording can begin with: messages of the open session. */
export const canBegin = (
  { runs }: Recording,
  { history, sessions }: Pick<Agent, 'history' | 'sessions'>,
): readonly RecordedRun[] =>
  runs.filter(
    ({ kind, parent, during, messageId, session }) =>
      kind === 'chat' &&
      parent === undefined &&
      during === undefined &&
      session === sessions.getState().current &&
      history.has(messageId ?? ''),
  )

/**
 * Returns a recording from a run on. The messages before it are those that the run began with. An
 * undo of an earlier call is left out, because nothing could be undone.
 */
export function fromRun(
  recording: Recording,
  id: string,
  { history, redaction }: Pick<Agent, 'history' | 'redaction'>,
): Recording {
  const at = recording.runs.findIndex((run) => run.id === id)
  const rest = recording.runs.slice(at)
  const [first] = rest
  if (!first || at < 0) return recording
  const calls = new Set(rest.flatMap((run) => run.calls.map((call) => call.id)))
  const runs = rest.filter(
    ({ kind, undone }) => kind !== 'undo' || undone.some(({ callId }) => calls.has(callId)),
  )
  const path = pathTo((messageId) => history.get(messageId), first.messageId ?? '')
  const { value, files } = toPlain(path.slice(0, -1), redaction)
  // The runs that were lost came earlier.
  const { dropped } = recording
  return {
    ...recording,
    ...(dropped && { dropped: { ...dropped, runs: 0 } }),
    before: value as Recording['before'],
    runs,
    files: { ...recording.files, ...files },
  }
}

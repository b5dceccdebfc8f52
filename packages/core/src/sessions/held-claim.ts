import { openCalls } from '../messages/open-calls.ts'
import type { Session } from '../session.ts'
import type { Intent, SessionRow } from '../storage/session-row.ts'
import type { SessionClaim } from '../storage/storage.ts'
import type { OpenSession } from './open-session.ts'
import type { JournalSink } from './run-journal.ts'
import type { SessionCopy } from './session-copy.ts'
import { WriteLine, mergeParts } from './write-line.ts'

/** A granted claim on a session, which the runs of this page share. */
export interface HeldClaim extends JournalSink {
  row: SessionRow
  readonly claim: SessionClaim
  /** The number of runs that use the claim. */
  users: number
}

/**
 * Holds a claim for a first run of a session. `copy` is the page's copy of the session at the time
 * of the claim: the page may forget it. `intents` are the calls that have no answer.
 */
export function holdClaim(
  open: OpenSession,
  session: Session,
  copy: SessionCopy,
  claim: SessionClaim,
  intents: readonly Intent[],
): HeldClaim {
  const { clock, createId } = open.host.ports
  const held: HeldClaim = {
    claim,
    row: claim.row,
    users: 1,
    unsaved: copy.unsaved,
    intents: new Map(intents.map((intent) => [intent.call.id, complete(session, intent)])),
    line: new WriteLine({
      clock,
      isLocal: open.storage.isLocal,
      compose: (parts) => {
        const { next } = held.row
        const write = mergeParts(parts, held.row)
        const head = session.history.get(write.session.head ?? '')
        // Also of chats that could not run: the head must be in a row.
        const messages = copy.toWrite([...(write.messages ?? []), ...(head ? [head] : [])])
        const change = { ...open.waiting.change(session, held.row), ...write.session }
        return { ...write, session: change, id: createId(), at: open.now, next, messages }
      },
      send: (write) => claim.write(write),
      onStored: (row, { messages }) => {
        held.row = row
        copy.advance(row, messages)
      },
    }),
    onFailed: (error) => open.fail(session, error),
  }
  return held
}

/** Completes an intent of which only the call's id could be read, from the history. */
function complete({ history }: Session, intent: Intent): Intent {
  const { id, name } = intent.call
  const call = name === '' && openCalls(history.messages).find((open) => open.id === id)
  return call ? { ...intent, call } : intent
}

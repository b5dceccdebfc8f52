import { openCalls } from '../messages/open-calls.ts'
import type { Session } from '../session.ts'
import type { Intent, SessionRow } from '../storage/session-row.ts'
import type { SessionClaim } from '../storage/storage.ts'
import type { OpenSession } from './open-session.ts'
import type { JournalSink } from './run-journal.ts'

/** A granted claim on a session, which the runs of this page share. */
export interface HeldClaim extends JournalSink {
  row: SessionRow
  readonly claim: SessionClaim
  /** The number of runs that use the claim. */
  users: number
}

/** Holds a claim for a first run of a session. `intents` are the calls that have no answer. */
export function holdClaim(
  open: OpenSession,
  session: Session,
  claim: SessionClaim,
  intents: readonly Intent[],
): HeldClaim {
  const copy = open.copyOf(session)
  // Writes follow each other, because messages do. A storage could otherwise store a message and
  // lose its parent.
  let written: Promise<unknown> = Promise.resolve()
  const held: HeldClaim = {
    claim,
    row: claim.row,
    users: 1,
    unsaved: copy.unsaved,
    intents: new Map(intents.map((intent) => [intent.call.id, complete(session, intent)])),
    write: (write) => {
      const writing = written.then(async () => {
        // The first write adds the usage of a run that was cut short to that of the session.
        const { usage, costUsd } = held.row
        const waiting = open.waiting.change(session, held.row)
        const change = { usage, costUsd, ...waiting, ...write.session }
        const head = session.history.get(write.session?.head ?? '')
        // Also of chats that could not run: the head must be in a row.
        const messages = copy.toWrite([...(write.messages ?? []), ...(head ? [head] : [])])
        held.row = await claim.write({ ...write, messages, session: change, at: open.now })
        copy.advance(held.row, messages)
      })
      written = writing.catch(() => undefined)
      return writing
    },
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

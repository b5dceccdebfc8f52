import type { Draft, UserMessage } from '../../values/message.ts'
import { commitTogether } from '../run/commit.ts'
import type { LoopRun, RunCore } from '../run/run-core.ts'
import { derivedTaint } from '../call/taint.ts'

/** Has the application say something to the model, right before its next request: in the middle of a message's calls nothing may stand. */
export function tellModel(run: RunCore, content: string): void {
  const { createId, clock } = run.ports
  const note: Draft<UserMessage> = {
    id: createId(),
    role: 'user',
    source: 'app',
    createdAt: clock.now(),
    content,
    taint: derivedTaint(run),
  }
  ;(run.session.notes ??= []).push(note)
}

/** Puts into the history what the application had to say. */
export async function commitNotes(run: LoopRun): Promise<void> {
  const notes = run.session.notes?.splice(0) ?? []
  if (notes.length) run.added.push(...(await commitTogether(run, notes)))
}

import { type KnownCall, type PageUnderTest, sessionOf } from './known-call.ts'

/** Returns what a page shows now and belongs to another session, in words. */
export function pageFaults(
  { agent, switching, opening }: PageUnderTest,
  calls: ReadonlyMap<number, KnownCall>,
): string[] {
  const { current } = agent.sessions
  // What was begun while a session is about to be opened belongs to that session.
  const coming = [...calls.values()].filter(({ isBetween }) => isBetween && switching > 0)
  const isShown = (id: string | undefined): boolean =>
    id === current ||
    (id !== undefined && opening.includes(id)) ||
    coming.some((call) => sessionOf(call) === id)
  const { artifacts } = agent.sessions.getState()
  const approvals = agent.pending.list('approval')
  const asked = agent.pending.list('question').map(({ message = '' }) => {
    const call = calls.get(Number(/\d+/.exec(message)?.[0]))
    return call && sessionOf(call)
  })
  return [
    ...artifacts.flatMap(({ data }) =>
      data === current ? [] : ['An artifact of another session.'],
    ),
    ...approvals.flatMap(({ sessionId }) =>
      isShown(sessionId) ? [] : ['An approval of another session.'],
    ),
    ...asked.flatMap((id) => (isShown(id) ? [] : ['A question of another session.'])),
  ]
}

import { type KnownCall, type PageUnderTest, sessionOf } from './known-call.ts'

/** Returns what a page shows now and belongs to another session, in words. */
export function pageFaults(
  { agent }: PageUnderTest,
  calls: ReadonlyMap<number, KnownCall>,
): string[] {
  const { current } = agent.sessions
  const { artifacts } = agent.artifacts.getState()
  const approvals = agent.approvals.getState().pending
  const asked = agent.asks.getState().pending.map(({ message = '' }) => {
    const call = calls.get(Number(/\d+/.exec(message)?.[0]))
    return call && sessionOf(call)
  })
  return [
    ...artifacts.flatMap(({ data }) =>
      data === current ? [] : ['An artifact of another session.'],
    ),
    ...approvals.flatMap(({ sessionId }) =>
      sessionId === current ? [] : ['An approval of another session.'],
    ),
    ...asked.flatMap((id) => (id === current ? [] : ['A question of another session.'])),
  ]
}

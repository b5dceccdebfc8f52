import type { LoopRun } from '../run/run-core.ts'

/**
 * Gives the calls of one response their ids: the model's own where that is fit and new to the history, another where it is missing, taken
 * or of a form some provider would refuse when it comes back.
 */
export function claimCallId(run: LoopRun): (wanted: string | undefined) => string {
  const claimed = new Set<string>()
  const isTaken = (id: string): boolean => claimed.has(id) || run.session.history.has(id)
  return (wanted) => {
    let id =
      wanted !== undefined && /^[a-zA-Z0-9_-]{1,64}$/.test(wanted) ? wanted : run.ports.createId()
    while (isTaken(id)) id = run.ports.createId()
    claimed.add(id)
    return id
  }
}

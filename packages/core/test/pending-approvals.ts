import { flush } from '@ambit/testing'
import type { Agent, PendingApproval } from '../src/index.ts'

/** Resolves with the waiting requests, once there are `count` of them. */
export function pending(agent: Agent, count = 1): Promise<readonly PendingApproval[]> {
  return new Promise((resolve) => {
    const look = (): void => {
      const requests = agent.pending.list('approval')
      if (requests.length < count) return
      stop()
      resolve(requests)
    }
    const stop = agent.pending.subscribe(look)
    look()
  })
}

/** Resolves with the first waiting request, once there is one. */
export async function pendingOne(agent: Agent): Promise<PendingApproval> {
  const [request] = await pending(agent)
  if (!request) throw new Error('Nothing waits.')
  return request
}

/** Waits for all effects that need nothing from outside. */
export async function settleAll(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await flush()
}

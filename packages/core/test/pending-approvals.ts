import { flush } from '@ambit/testing'
import type { Agent, ApprovalRequest } from '../src/index.ts'

/** Resolves with the waiting requests, once there are `count` of them. */
export function pending(agent: Agent, count = 1): Promise<readonly ApprovalRequest[]> {
  const { approvals } = agent
  return new Promise((resolve) => {
    const look = (): void => {
      const requests = approvals.getState().pending
      if (requests.length < count) return
      stop()
      resolve(requests)
    }
    const stop = approvals.subscribe(look)
    look()
  })
}

/** Resolves with the first waiting request, once there is one. */
export async function pendingOne(agent: Agent): Promise<ApprovalRequest> {
  const [request] = await pending(agent)
  if (!request) throw new Error('Nothing waits.')
  return request
}

/** Waits for all effects that need nothing from outside. */
export async function settleAll(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await flush()
}

import { flush } from '@ambit/testing'
import type { Agent, ApprovalRequest } from '../src/index.ts'

/** The requests that wait, once there are as many. */
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

/** The one request that waits, once there is one. */
export async function pendingOne(agent: Agent): Promise<ApprovalRequest> {
  const [request] = await pending(agent)
  if (!request) throw new Error('Nothing waits.')
  return request
}

/** Lets everything happen that waits for nothing outside. */
export async function settleAll(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await flush()
}

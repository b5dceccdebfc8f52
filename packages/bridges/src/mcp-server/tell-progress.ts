import type { Run } from '@ambit/core'
import { textWithoutSecrets } from '../outside/without-secrets.ts'

/** The pause after which a client is told that a call goes on, in milliseconds. */
const aliveMs = 15_000

/**
 * Tells a client how far a call is, by what its handler reports, and that it waits for the user.
 * Each 15 s it tells that the call goes on: clients give up on a silent one, often after 60 s.
 */
export async function tellProgress(
  run: Run<unknown>,
  progressToken: unknown,
  send: (message: object) => void,
): Promise<void> {
  let progress = 0
  const tell = (percent?: number, message?: string): void => {
    // Each number must be above the last one.
    progress = percent !== undefined && percent > progress ? percent : progress + 0.001
    const total = percent === undefined ? {} : { total: 100 }
    const params = { progressToken, progress, ...total, ...(message && { message }) }
    send({ jsonrpc: '2.0', method: 'notifications/progress', params })
  }
  const timer = setInterval(() => tell(), aliveMs)
  try {
    for await (const event of run) {
      if (event.type === 'agent:tool_progress') {
        tell(event.percent, event.message && textWithoutSecrets(run, event.message))
      }
      if (event.type === 'agent:pending_added') tell(undefined, 'Waits for the user.')
    }
  } finally {
    clearInterval(timer)
  }
}

import { createAgent, createProxyModel } from '@ambit/core'
import { indexedDbStorage } from '../../src/storage/indexed-db-storage.ts'

declare global {
  interface Window {
    /** The agent of the page for the test. */
    reload?: {
      ask(): void
      state(): { isAnswering: boolean; isInterrupted: boolean; messages: readonly string[] }
    }
  }
}

const report = (type: string): Promise<Response> =>
  fetch(`/log/${type}`, { method: 'POST', body: '{}' })

/** Tells the server that a request was cut, after more than enough time for a run to end. */
async function tellCut(error: unknown): Promise<never> {
  for (let trip = 0; trip < 20; trip++) await fetch('/away')
  await report('cut')
  throw error
}

/** Sends a request, and watches its body beside the agent. */
async function watched(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  void response.clone().text().catch(tellCut)
  return response
}

const agent = createAgent({
  model: createProxyModel({ baseURL: location.origin, modelId: 'any', fetch: watched }),
  storage: indexedDbStorage(),
})
agent.on('agent:failed', () => void report('failed'))

window.reload = {
  ask: () => void agent.chat('Count sheep').catch(() => undefined),
  state: () => ({
    isAnswering: agent.getState().draft !== undefined,
    isInterrupted: agent.sessions.getState().isInterrupted,
    messages: agent.history.messages.map(({ role }) => role),
  }),
}

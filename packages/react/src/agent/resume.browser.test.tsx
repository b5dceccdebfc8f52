import { createAgent } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent } from './use-agent.ts'

function Chat(): ReactElement {
  const { messages, resume } = useAgent()
  return (
    <>
      <ul>
        {messages.map(({ id, content }) => (
          <li key={id}>{typeof content === 'string' ? content : ''}</li>
        ))}
      </ul>
      <button onClick={() => resume()}>Go on</button>
    </>
  )
}

describe('resume', () => {
  it('shows a conversation that was stored, and goes on with the run that was cut short', async () => {
    const storage = memoryStorage()
    const claim = await storage.claim('s1', { at: 1 })
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    await claim?.write({
      at: 1,
      messages: [{ id: 'u1', parentId: null, role: 'user', createdAt: 1, content: 'Hi' }],
      session: { head: 'u1', run: { runId: 'r1', iterations: 0, usage, charged: {} } },
    })
    await claim?.release()
    const agent = createAgent({ model: scriptedModel(['Hello']), storage })
    const screen = await render(
      <AgentProvider agent={agent}>
        <Chat />
      </AgentProvider>,
    )
    await expect.element(screen.getByText('Hi')).toBeVisible()
    await expect.poll(() => agent.sessions.getState().isInterrupted).toBe(true)
    await screen.getByRole('button', { name: 'Go on' }).click()
    await expect.element(screen.getByText('Hello')).toBeVisible()
  })
})

import { createAgent } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useMessages } from './use-messages.ts'

function Conversation(): ReactElement {
  const { ids, pages, hasOlder, showOlder } = useMessages()
  return (
    <>
      <output>
        {ids.length} {pages.flat().length}
      </output>
      {hasOlder && <button onClick={() => void showOlder()}>Older</button>}
    </>
  )
}

describe('useMessages in a long session', () => {
  it('tells of older messages, and reads them', async () => {
    const agent = createAgent({ model: scriptedModel([]), storage: memoryStorage() })
    const texts = Array.from({ length: 302 }, (_, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `text ${at}`,
    }))
    await agent.sessions.open(await agent.sessions.import(texts))
    const screen = await render(
      <AgentProvider agent={agent}>
        <Conversation />
      </AgentProvider>,
    )
    const shown = agent.history.messages.length
    expect(shown).toBeLessThan(302)
    await expect.element(screen.getByText(`${shown} ${shown}`)).toBeVisible()
    await screen.getByRole('button', { name: 'Older' }).click()
    await expect.element(screen.getByText('302 302')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Older' })).not.toBeInTheDocument()
  })
})

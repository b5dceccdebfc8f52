import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useScope } from './use-scope.tsx'

function Notes({ isPrivate }: { isPrivate: boolean }): ReactElement {
  useScope({ name: 'notes', context: () => 'a note', local: isPrivate })
  return <p>Notes</p>
}

describe('useScope with `local`', () => {
  it('follows the option while the component stays', async () => {
    const model = scriptedModel(['Sent.'])
    const agent = createAgent({ model })
    const page = (isPrivate: boolean): ReactElement => (
      <AgentProvider agent={agent}>
        <Notes isPrivate={isPrivate} />
      </AgentProvider>
    )
    const { rerender } = await render(page(false))
    expect((await agent.chat('hi')).content).toBe('Sent.')
    await rerender(page(true))
    await expect(agent.chat('and now?')).rejects.toMatchObject({ kind: 'local_only' })
    expect(model.requests).toHaveLength(1)
  })
})

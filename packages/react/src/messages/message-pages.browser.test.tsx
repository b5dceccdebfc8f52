import { createAgent, type UserMessage } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { memo, type ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { type MessagePage, useMessages } from './use-messages.ts'

function subject(count: number) {
  const agent = createAgent({ model: scriptedModel(['Hello', 'Hello again']) })
  for (let at = 0; at < count; at++) {
    agent.history.append<UserMessage>({ id: `m${at}`, role: 'user', createdAt: 0, content: 'Hi' })
  }
  const rendered: MessagePage[] = []
  const Page = memo(function Page({ page }: { page: MessagePage }): ReactElement {
    rendered.push(page)
    return <li>{page.length}</li>
  })
  function Pages(): ReactElement {
    const pages = useMessages().pages
    return (
      <ul>
        {pages.map((page) => (
          <Page key={page[0]} page={page} />
        ))}
      </ul>
    )
  }
  const shown = (
    <AgentProvider agent={agent}>
      <Pages />
    </AgentProvider>
  )
  return { agent, rendered, shown }
}

describe('useMessages', () => {
  it('is all ids in their order', async () => {
    const { agent, rendered, shown } = subject(70)
    const screen = await render(shown)
    expect(screen.getByRole('listitem').elements().length).toBe(rendered.length)
    expect(rendered.length).toBeGreaterThan(1)
    expect(rendered.flat()).toEqual(agent.history.messages.map(({ id }) => id))
  })

  it('keeps the pages in which nothing came, went or moved', async () => {
    const { agent, rendered, shown } = subject(200)
    await render(shown)
    const kept = rendered.at(-2)
    rendered.length = 0
    const { messages } = await agent.chat('And now?')
    await expect.poll(() => rendered.flat()).toContain(messages.at(-1)?.id)
    expect(rendered).not.toContain(kept)

    rendered.length = 0
    await agent.chat('Another thing', { replaces: 'm150' })
    await expect.poll(() => rendered.flat()).toContain('m149')
    expect(rendered.flat()).not.toContain('m0')
  })

  it('is nothing for an empty session', async () => {
    const { rendered, shown } = subject(0)
    await render(shown)
    expect(rendered).toEqual([])
  })
})

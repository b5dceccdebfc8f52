import { createAgent } from '@ambit/core'
import '@ambit/core/eager'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeMcp, remoteTool } from '../../test/fake-mcp.ts'
import { useMcp } from './use-mcp.ts'

const namesOf = (agent: ReturnType<typeof createAgent>) =>
  agent.scopes.tools.map(({ tool }) => tool.name)

function subject() {
  const agent = createAgent({ model: scriptedModel([]) })
  const server = fakeMcp({ tools: [remoteTool('a')] })
  let renders = 0
  function Page(): ReactElement {
    const [count, setCount] = useState(0)
    const { status, reason, tools } = useMcp({
      name: 'tickets',
      url: 'https://tickets.example/mcp',
      fetch: (...sent) => server.fetch(...sent),
      tools: ({ name }) => name !== 'b',
    })
    renders++
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {status} {reason} {tools.length} {count}
      </button>
    )
  }
  const page = (isShown: boolean) => (
    <StrictMode>
      <AgentProvider agent={agent}>{isShown && <Page />}</AgentProvider>
    </StrictMode>
  )
  return { agent, server, page, renders: () => renders }
}

describe('useMcp', () => {
  it('31 connects once in StrictMode, shows the state, and removes the tools at the end', async () => {
    const { agent, server, page, renders } = subject()
    const screen = await render(page(true))
    await expect.element(screen.getByRole('button')).toHaveTextContent('ready 1 0')
    expect(server.methods().filter((method) => method === 'server/discover')).toHaveLength(1)
    expect(namesOf(agent)).toEqual(['tickets_a'])
    for (let at = 1; at <= 5; at++) await screen.getByRole('button').click()
    await expect.element(screen.getByRole('button')).toHaveTextContent('ready 1 5')
    expect(server.methods().filter((method) => method === 'server/discover')).toHaveLength(1)
    expect(renders()).toBeLessThan(40)
    await screen.rerender(page(false))
    await vi.waitFor(() => expect(agent.scopes.has('mcp:tickets')).toBe(false))
    expect(namesOf(agent)).toEqual([])
    await screen.rerender(page(true))
    await expect.element(screen.getByRole('button')).toHaveTextContent('ready 1 0')
    expect(server.methods().filter((method) => method === 'server/discover')).toHaveLength(2)
  })

  it('leaves the page alone if the name is taken', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { agent, page } = subject()
    const screen = await render(
      <>
        {page(true)}
        {page(true)}
      </>,
    )
    await vi.waitFor(() => expect(namesOf(agent)).toEqual(['tickets_a']))
    expect(agent.scopes.leftOut.map(({ what }) => what)).toEqual(['MCP server "tickets"'])
    await expect.element(screen.getByRole('button').first()).toHaveTextContent('ready 1 0')
    await expect
      .element(screen.getByRole('button').last())
      .toHaveTextContent('failed Tickets could not be added to the page. 0 0')
    log.mockRestore()
  })
})

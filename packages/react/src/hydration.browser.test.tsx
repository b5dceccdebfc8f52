import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AgentProvider } from './agent/agent-provider.tsx'
import { useMessages } from './messages/use-messages.ts'
import { useAgentEvent } from './agent/use-agent-event.ts'
import { usePlugin } from './agent/use-plugin.ts'
import { useAgent } from './agent/use-agent.ts'
import { useTool } from './tools/use-tool.ts'

const log: string[] = []

function Page(): ReactElement {
  const { status, messages } = useAgent()
  const { session } = useAgent(({ session }) => session.usage)
  useTool({ name: 'go', description: 'Goes.', handler: () => 1 })
  usePlugin({
    name: 'log',
    run: (_, next) => {
      log.push('plug-in')
      return next()
    },
  })
  useAgentEvent('agent:completed', () => log.push('event'))
  return (
    <p>
      {status} {messages.length} {useMessages().ids.length} {session.usage.totalTokens}{' '}
      {useAgent(({ session }) => session.artifacts).length}{' '}
      {useAgent(({ scopes }) => scopes.map(({ tools }) => tools.length).join())}
    </p>
  )
}

it('hydrates what the server rendered, then shows what has happened since', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const agent = createAgent({ model: scriptedModel(['Hello', 'Again']) })
  const tree = (
    <StrictMode>
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>
    </StrictMode>
  )
  const container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(tree)
  // React 18 warns about layout effects on this server, because it has a document.
  error.mockClear()
  await agent.chat('Hi')
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(container, tree, { onRecoverableError })
  await expect.element(page.getByText('idle 2 2 15 0 1')).toBeVisible()
  expect(agent.scopes.find('go')).toBeDefined()
  // The live page registers each hook only once.
  await agent.execute('Again')
  expect(log).toEqual(['plug-in', 'event'])
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
  root.unmount()
  container.remove()
})

import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent } from './use-agent.ts'
import { useMessageIds } from './use-message-ids.ts'
import { useTool } from './use-tool.ts'

function Page(): ReactElement {
  const { status, messages } = useAgent()
  useTool({ name: 'go', description: 'Goes.', handler: () => 1 })
  return (
    <p>
      {status} {messages.length} {useMessageIds().length}
    </p>
  )
}

it('hydrates what the server rendered, then shows what has happened since', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const agent = createAgent({ model: scriptedModel(['Hello']) })
  const tree = (
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>
  )
  const container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(tree)
  // React 18 complains of effects on a server, which here has a document.
  error.mockClear()
  await agent.chat('Hi')
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(container, tree, { onRecoverableError })
  await expect.element(page.getByText('idle 2 2')).toBeVisible()
  expect(agent.scopes.find('go')).toBeDefined()
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
  root.unmount()
  container.remove()
})

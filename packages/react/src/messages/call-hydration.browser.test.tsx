import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { Call } from './call.tsx'
import { useTool } from '../tools/use-tool.ts'

function Page(): ReactElement {
  useTool({ name: 'show', description: 'Shows.', render: ({ state }) => <b>{`own ${state}`}</b> })
  return <Call id="c1" fallback={<i>card</i>} />
}

it('hydrates the fallback the server rendered, then shows the call by its own', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const show = new Tool({ name: 'show', description: 'Shows.', handler: () => 1 })
  const model = scriptedModel([calls(call('show', {}, 'c1')), 'Done'])
  const had = createAgent({ model, tools: [show] })
  await had.chat('Show')
  const agent = createAgent({ model })
  agent.history.load(had.history.messages)
  const tree = (
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>
  )
  const container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(tree)
  expect(container.innerHTML).toBe('<i>card</i>')
  // React 18 warns about layout effects on this server, because it has a document.
  error.mockClear()
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(container, tree, { onRecoverableError })
  await expect.element(page.getByText('own succeeded')).toBeVisible()
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
  root.unmount()
  container.remove()
})

import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { AgentProvider, usePending, useTool, useCall } from '../index.ts'
import { Call } from './call.tsx'

it('shows the fallback on a server, where no component registers anything', async () => {
  const error = vi.spyOn(console, 'error')
  const handler = (): { done: boolean } => ({ done: true })
  const go = new Tool({ name: 'go', description: 'Goes.', handler })
  const model = scriptedModel([calls(call('go', {}, 'c1')), 'Done'])
  const agent = createAgent({ model, tools: [go] })
  await agent.chat('Go')
  function Page(): ReactNode {
    useTool({ name: 'show', description: 'Shows.', subject: { id: 1 }, render: () => 'shown' })
    const view = useCall('c1')
    const result = view?.state === 'succeeded' && JSON.stringify(view.result)
    const none = useCall('none') === undefined
    return [
      `${result} ${none} ${usePending('question').length} `,
      h(Call, { id: 'c1', fallback: 'card', key: 1 }),
    ]
  }
  const html = renderToString(h(AgentProvider, { agent }, h(Page)))
  expect(html.replaceAll('&quot;', '"').replaceAll('<!-- -->', '')).toBe(
    '{"done":true} true 0 card',
  )
  expect(agent.pending.isAttached('question')).toBe(false)
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
})

import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../../agent/agent-provider.tsx'
import { useTool } from '../use-tool.ts'

function Row({ id }: { id: string }): undefined {
  useTool({ name: 'open_row', description: 'Opens a row.', subject: { id }, handler: () => id })
}

function Page(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  useTool({ name: 'show_rows', description: 'Shows rows.', handler: () => setOpen(true) })
  return <main>{isOpen && [<Row key="a" id="a" />, <Row key="b" id="b" />]}</main>
}

it('has the next request wait for the first instances, whose code is loaded with them', async () => {
  const model = scriptedModel([
    calls(call('show_rows')),
    calls(call('open_row', { instance: 'b' })),
    'Done',
  ])
  const agent = createAgent({ model })
  await render(
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>,
  )
  await agent.chat('Open b')
  expect(model.requests[1]?.tools?.map(({ name }) => name)).toEqual(['show_rows', 'open_row'])
  expect(agent.history.messages.at(-2)).toMatchObject({ role: 'tool', content: '"b"' })
})

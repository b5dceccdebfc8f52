import { useTool } from '@ambit/react'
import { expect, it } from 'vitest'
import { call, calls } from '../reply.ts'
import { renderWithAgent } from './render-with-agent.tsx'

it('renderWithAgent resolves once the tools of rows are there, whose code loads late', async () => {
  const ran: string[] = []
  function Row({ id }: { id: string }): null {
    const subject = { id, label: `Row ${id}` }
    useTool({ name: 'remove', description: 'Remove.', subject, handler: () => ran.push(id) })
    return null
  }
  const rows = ['a', 'b'].map((id) => <Row key={id} id={id} />)
  const replies = [calls(call('remove', { instance: 'b' })), 'Done.']
  const { agent } = await renderWithAgent(<>{rows}</>, { replies })
  expect(agent.scopes.find('remove')?.tool.instances).toHaveLength(2)
  const { messages } = await agent.chat('Remove b')
  expect(messages.filter(({ role }) => role === 'tool')).toMatchObject([{ status: 'ok' }])
  expect(ran).toEqual(['b'])
})

import { createAgent, jsonSchema, Scope, Tool, unavailable } from '@ambit/core'
import { digest } from '@ambit/core/tool-list'
import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'

/** Returns an agent of the demo model on a page with 200 tools and a digest. */
function manyTools() {
  const ran: string[] = []
  const nouns = ['invoice', 'parcel', 'ticket', 'supplier', 'coupon', 'review', 'branch', 'driver']
  const verbs = ['archive', 'rename', 'approve', 'print', 'export']
  const areas = ['sales', 'stock', 'service', 'audit', 'fleet']
  const parameters = jsonSchema<{ title: string }>({
    type: 'object',
    properties: { title: { type: 'string', description: 'The title' } },
    required: ['title'],
  })
  const toTool = (area: string, verb: string, noun: string): Tool<{ title: string }> =>
    new Tool({
      name: `${verb}_${area}_${noun}`,
      description: `${verb} a ${noun} of ${area}.`,
      parameters,
      enabled: verb === 'approve' ? () => unavailable('Only managers approve') : undefined,
      handler: ({ title }) => void ran.push(`${verb} ${area} ${noun} ${title}`),
    })
  const scopes = areas.map(
    (name) =>
      new Scope({
        name,
        tools: verbs.flatMap((verb) => nouns.map((noun) => toTool(name, verb, noun))),
      }),
  )
  const model = createDemoModel({ chunkDelayMs: 0 })
  return { agent: createAgent({ model, scopes, use: [digest()] }), ran }
}

describe('the demo model on a page with 200 tools', () => {
  it('looks for a tool, calls it through use_tool, and says what it did', async () => {
    const { agent, ran } = manyTools()
    const { messages, content } = await agent.chat('Rename the stock parcel "Box 7"')
    const asked = messages.flatMap((message) =>
      message.role === 'assistant' ? (message.calls ?? []) : [],
    )
    expect(asked.map(({ name }) => name)).toEqual(['find_tools', 'rename_stock_parcel'])
    expect(ran).toEqual(['rename stock parcel Box 7'])
    expect(content).not.toBe('')
    await agent.chat('Rename the stock parcel "Box 8"')
    expect(ran).toEqual(['rename stock parcel Box 7', 'rename stock parcel Box 8'])
  })

  it('says why a tool that it found is off', async () => {
    const { agent, ran } = manyTools()
    const { content } = await agent.chat('Approve the sales coupon "Spring"')
    expect(content).toContain('only managers approve')
    expect(ran).toEqual([])
  })

  it('looks for nothing to answer small talk', async () => {
    const { agent } = manyTools()
    const { messages } = await agent.chat('Hello')
    expect(messages.filter(({ role }) => role === 'tool')).toEqual([])
  })
})

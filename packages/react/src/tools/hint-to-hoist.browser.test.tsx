import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from './use-tool.ts'

const newSchema = () => z.object({ text: z.string() })
type Schema = ReturnType<typeof newSchema>

interface Given {
  name: string
  parameters: Schema
  instance?: string | undefined
}

function Member({ name, parameters, instance }: Given): ReactElement {
  const description = 'Save a text.'
  useTool({
    name,
    description,
    parameters,
    ...(instance && { subject: { id: instance } }),
    handler: () => 1,
  })
  return <p>Here</p>
}

const agent = createAgent({ model: scriptedModel([]) })
const page = (given: Given): ReactElement => (
  <AgentProvider agent={agent}>
    <Member {...given} />
  </AgentProvider>
)

afterEach(() => vi.restoreAllMocks())

describe.each(['', 'one'])('a schema that is new, of the instance %j', (instance) => {
  const given = (name: string, parameters: Schema): Given => ({ name, parameters, instance })
  const hints = () => vi.spyOn(console, 'warn').mockReturnValue().mock.calls

  it('is warned of once where each render makes another', async () => {
    const said = hints()
    const name = `each_${instance}`
    const { rerender } = await render(page(given(name, newSchema())))
    await expect.poll(() => agent.scopes.find(name)).toBeDefined()
    for (let render = 0; render < 4; render += 1) await rerender(page(given(name, newSchema())))

    await expect.poll(() => said.length).toBe(1)
    expect(said[0]?.[0]).toContain(`tool "${name}" are a new schema with every render`)
  })

  it('is none to warn of after the developer has saved a file', async () => {
    const said = hints()
    const name = `saved_${instance}`
    const { rerender } = await render(page(given(name, newSchema())))
    await expect.poll(() => agent.scopes.find(name)).toBeDefined()
    for (let save = 0; save < 3; save += 1) {
      const saved = given(name, newSchema())
      await rerender(page(saved))
      await rerender(page({ ...saved }))
    }

    expect(said).toEqual([])
  })
})

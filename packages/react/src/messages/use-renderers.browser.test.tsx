import { createAgent, jsonSchema, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from '../tools/use-tool.ts'
import type { ToolRenderer } from '../tools/render-props.ts'
import { Call } from './call.tsx'
import { useRenderers } from './use-renderers.ts'

const first: Record<string, ToolRenderer> = { quote: ({ state }) => <p>First: {state}</p> }
const second: Record<string, ToolRenderer> = { quote: ({ state }) => <p>Second: {state}</p> }

const Renderers = ({ all }: { all: Record<string, ToolRenderer> }): null => (
  useRenderers(all),
  null
)

/** Has the tool itself. */
const Owner = (): null => (
  useTool({ name: 'quote', description: 'Quotes.', render: () => <p>Own</p> }),
  null
)

async function callOnce(withTool: boolean) {
  const quote = new Tool({
    name: 'quote',
    description: 'Quotes.',
    parameters: jsonSchema({ type: 'object' }),
    handler: () => 5,
  })
  const model = scriptedModel([calls(call('quote', {}, 'c1')), 'Done.'])
  const agent = createAgent({ model, tools: withTool ? [quote] : [] })
  const app = (children: ReactElement | null) => (
    <StrictMode>
      <AgentProvider agent={agent}>
        {children}
        <Call id="c1" fallback={<p>A card</p>} />
      </AgentProvider>
    </StrictMode>
  )
  return { agent, app }
}

describe('useRenderers', () => {
  it('shows calls of a tool that nobody registered by `useTool`', async () => {
    const { agent, app } = await callOnce(true)
    const screen = await render(app(<Renderers key="1" all={first} />))
    await agent.chat('go')
    await expect.element(screen.getByText('First: succeeded')).toBeVisible()
    await screen.rerender(app(<Renderers key="1" all={second} />))
    await expect.element(screen.getByText('Second: succeeded')).toBeVisible()
  })

  it('keeps what calls show when it unmounts, until another takes over', async () => {
    const { agent, app } = await callOnce(true)
    const screen = await render(app(<Renderers key="1" all={first} />))
    await agent.chat('go')
    await screen.rerender(app(null))
    await expect.element(screen.getByText('First: succeeded')).toBeVisible()
    await screen.rerender(app(<Renderers key="2" all={second} />))
    await expect.element(screen.getByText('Second: succeeded')).toBeVisible()
  })

  it('leaves a tool alone that has a `render` of its owner', async () => {
    const { agent, app } = await callOnce(false)
    const screen = await render(
      app(
        <>
          <Owner />
          <Renderers key="1" all={first} />
        </>,
      ),
    )
    await agent.chat('go')
    await expect.element(screen.getByText('Own')).toBeVisible()
  })
})

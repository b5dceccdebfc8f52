import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { Call } from '../messages/call.tsx'
import { useMessage } from '../messages/use-message.ts'
import { useMessages } from '../messages/use-messages.ts'
import { useTool } from '../tools/use-tool.ts'
import { uiTool } from '../tool-ui.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const Card = ({ title, children }: { title: string; children?: ReactNode }) => (
  <section aria-label={title}>{children}</section>
)
function Stat({ label, value }: { label: string; value: number }): ReactElement {
  if (value < 0) throw new Error('no')
  return <p>{`${label}: ${value}`}</p>
}
const showUi = uiTool({
  name: 'show_ui',
  catalog: {
    Card: {
      description: 'A card.',
      props: z.object({ title: z.string() }),
      component: Card,
      children: true,
    },
    Stat: {
      description: 'A number.',
      props: z.object({ label: z.string(), value: z.number() }),
      component: Stat,
    },
  },
})

function Ui(): ReactElement[] {
  useTool(showUi)
  return useMessages().ids.map((id) => <Calls key={id} id={id} />)
}

function Calls({ id }: { id: string }): ReactElement[] | null {
  const message = useMessage(id)
  if (message?.role !== 'assistant') return null
  return (message.calls ?? []).map(({ id: callId }) => (
    <Call key={callId} id={callId} fallback={<p>a card</p>} />
  ))
}

describe('useTool(uiTool(…))', () => {
  it('shows the tree of components while the model writes it, and tells the model what is left out', async () => {
    const root = {
      type: 'Card',
      props: { title: 'Sales' },
      children: [
        { type: 'Stat', props: { label: 'May', value: 3 } },
        { type: 'Stat', props: { label: 'June', value: -1 } },
        { type: 'Chart', props: {} },
        '<img src=x onerror="document.title=1">',
        { type: 'Stat', props: { label: 'July', value: 5 } },
      ],
    }
    const text = JSON.stringify({ root })
    const cut = text.indexOf('"June"')
    const gate = Promise.withResolvers<void>()
    let written = 0
    const model = scriptedModel([calls(call('show_ui', text)), 'Done.'], {
      cut: 1,
      before: async (part) => {
        if (part.type === 'tool-input-delta' && ++written === cut) await gate.promise
      },
    })
    vi.spyOn(console, 'error').mockReturnValue()
    const agent = createAgent({ model })
    const screen = await render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <Ui />
        </AgentProvider>
      </StrictMode>,
    )
    const run = agent.chat('Show the sales')
    const card = screen.getByRole('region', { name: 'Sales' })
    await expect.element(card.getByText('May: 3')).toBeVisible()
    expect(card.element().textContent).toBe('May: 3')
    gate.resolve()
    await run
    await expect.element(card.getByText('July: 5')).toBeVisible()
    expect(card.element().textContent).toBe('May: 3<img src=x onerror="document.title=1">July: 5')
    expect(card.element().querySelector('img')).toBeNull()
    const answer = agent.history.messages.find(({ role }) => role === 'tool')
    expect(answer).toMatchObject({ status: 'ok', content: expect.stringContaining('"Chart\\"') })
  })
})

import { type Agent, createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { useAgentState } from '@ambit/react/state'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { AmbitDevtools } from '../../devtools.tsx'

const filters = z.object({ city: z.string(), max: z.number() })
const sizes = z.enum(['S', 'M', 'L'])

function Filters(): ReactElement {
  const [{ city, max }, set] = useAgentState('filters', {
    schema: filters,
    initial: { city: 'Bern', max: 50 },
    description: 'The filters.',
  })
  const [size] = useAgentState('size', { schema: sizes, initial: 'S', description: 'The size.' })
  return (
    <label>
      City, at most {max}, {size}
      <input
        value={city}
        onChange={({ target }) => set((now) => ({ ...now, city: target.value }))}
      />
    </label>
  )
}

const App = ({ agent }: { readonly agent: Agent }): ReactElement => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <Filters />
      <AmbitDevtools defaultOpen />
    </AgentProvider>
  </StrictMode>
)

const state = (name: string) => page.getByRole('region', { name: `State ${name}` })
const changes = (name: string) => state(name).getByRole('list', { name: `Changes of ${name}` })
const lines = (name: string): (string | null)[] =>
  changes(name)
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent.replace(/^[\d:]+/, ''))

describe('Shared', () => {
  it('shows each state, and whether the user or which call of the agent changed it', async () => {
    const model = scriptedModel([
      calls(call('set_filters', { max: 20, city: 'Bern' })),
      'Done.',
      calls(call('set_filters', { city: 'Rome' }), call('set_size', { value: 'L' })),
      'Done.',
    ])
    const agent = createAgent({ name: 'helper', model })
    await render(<App agent={agent} />)
    const { runId } = await agent.chat('cheaper')
    await page.getByRole('textbox', { name: /^City/ }).fill('Oslo')
    await agent.chat('to Rome, large')
    await page.getByRole('tab', { name: 'State' }).click()
    await expect.element(state('filters')).toMatchTextContent(/"city": "Rome",\s*"max": 20/)
    expect(lines('filters')).toEqual([
      'city "Oslo" → "Rome"the agent, set_filters',
      'city "Bern" → "Oslo"the user or the page',
      'max 50 → 20the agent, set_filters',
    ])
    expect(lines('size')).toEqual([' "S" → "L"the agent, set_size'])

    // While the tab is open, a change of the user is seen at once.
    await page.getByRole('textbox', { name: /^City/ }).fill('Paris')
    await expect.poll(() => lines('filters')[0]).toBe('city "Rome" → "Paris"the user or the page')
    await agent.undo(runId).result
    await expect.poll(() => lines('filters')[0]).toBe('max 20 → 50undo of set_filters')

    await changes('filters').getByRole('button', { name: 'undo of set_filters' }).click()
    await expect
      .element(page.getByRole('tab', { name: 'Timeline' }))
      .toHaveAttribute('aria-selected', 'true')
  })

  it('shows nothing of a page without such a state, and no key', async () => {
    const key = 'sk-planted-0123456789abcdef'
    const Secret = (): ReactElement => {
      const [text] = useAgentState('note', {
        schema: z.string(),
        initial: key,
        description: 'A note.',
      })
      return <p>{text.length}</p>
    }
    const agent = createAgent({ name: 'helper', model: scriptedModel([]) })
    const app = await render(
      <AgentProvider agent={agent}>
        <Secret />
        <AmbitDevtools defaultOpen />
      </AgentProvider>,
    )
    await page.getByRole('tab', { name: 'State' }).click()
    await expect.element(state('note')).toMatchTextContent(/redacted/)
    expect(state('note').element().textContent).not.toContain('planted')
    await app.rerender(
      <AgentProvider agent={agent}>
        <AmbitDevtools defaultOpen />
      </AgentProvider>,
    )
    await expect.element(state('note')).not.toBeInTheDocument()
  })
})

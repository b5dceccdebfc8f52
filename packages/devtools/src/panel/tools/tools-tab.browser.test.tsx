import { type Agent, createAgent, Scope, Tool, unavailable } from '@ambit/core'
import { AgentProvider, AgentScope, useTool } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from '../../devtools.tsx'

const beep = new Tool({ name: 'beep', description: 'Beep once.', handler: () => 'beeped' })

function Orders({ as: role }: { readonly as: string }): ReactElement {
  useTool({
    name: 'refund',
    description: 'Refund an order.',
    effect: 'destructive',
    enabled: () => role === 'lead' || unavailable(`Your role "${role}" may not refund`),
    handler: () => 'refunded',
  })
  return <p style={{ width: 200, height: 40 }}>Order 7</p>
}

function App({
  agent,
  as: role = 'clerk',
}: {
  readonly agent: Agent
  readonly as?: string
}): ReactElement {
  return (
    <StrictMode>
      <AgentProvider agent={agent}>
        <AmbitDevtools defaultOpen />
        <AgentScope name="orders" label="Orders">
          <h1 style={{ margin: 0, height: 30, width: 300 }}>All orders</h1>
          <Orders as={role} />
        </AgentScope>
      </AgentProvider>
    </StrictMode>
  )
}

const createHelper = (replies: Parameters<typeof scriptedModel>[0] = []): Agent =>
  createAgent({ name: 'helper', model: scriptedModel(replies), tools: [beep] })

const row = (name: string | RegExp) => page.getByRole('option', { name })
const details = () => page.getByRole('region', { name: 'Chosen scope or tool' })

const shadow = (): ShadowRoot => {
  const root = document.querySelector('[data-ambit-devtools]')?.shadowRoot
  if (!root) throw new Error('The panel is not open.')
  return root
}

const outline = (): DOMRect | undefined =>
  shadow().querySelector('.outline')?.getBoundingClientRect()

async function openTools(): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click()
  await expect.element(row(/refund/)).toBeVisible()
}

describe('ToolsTab', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => vi.restoreAllMocks())

  it('lists the scopes and tools of now, and why a tool is off', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const agent = createHelper()
    const app = await render(<App agent={agent} />)
    await openTools()
    await expect.element(row(/Orders \(scope/)).toMatchTextContent(/on/)
    await expect.element(row(/beep/)).toMatchTextContent(/on/)
    await expect.element(row(/refund/)).toMatchTextContent(/Your role "clerk" may not refund/)
    await row(/refund/).click()
    await expect.element(details()).toMatchTextContent(/Off now: Your role "clerk" may not refund/)
    await expect.element(details()).toMatchTextContent(/Effect: destructive/)
    await expect.element(details()).toMatchTextContent(/Refund an order\./)
    await app.rerender(<App agent={agent} as="lead" />)
    await expect.element(details()).toMatchTextContent(/On now/)
    agent.scopes.leaveOut('tool "broken"', new Error('It has no schema'))
    await expect.element(details()).toMatchTextContent(/It has no schema/)
  })

  it('8 switches a tool off: the next request says so, and a call is refused', async () => {
    const model = scriptedModel([calls(call('beep')), 'done'])
    const agent = createAgent({ name: 'helper', model, tools: [beep] })
    await render(<App agent={agent} />)
    await openTools()
    await row(/beep/).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect.element(page.getByRole('tab', { name: 'Tools changed' })).toBeVisible()
    await expect.element(row(/beep/)).toMatchTextContent(/switched off in devtools/)
    const { messages } = await agent.chat('go')
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('beep: switched off in devtools')
    expect(messages).toContainEqual(expect.objectContaining({ role: 'tool', status: 'disabled' }))
    await page.getByRole('button', { name: 'Undo all changes' }).click()
    await expect.element(row(/beep/)).not.toMatchTextContent(/switched off/)
    await expect.element(page.getByRole('tab', { name: 'Tools', exact: true })).toBeVisible()
  })

  it('9 a toggle is gone after a reload unless it is pinned, and can be unpinned', async () => {
    const agent = createHelper()
    const first = await render(<App agent={agent} />)
    await openTools()
    await row(/beep/).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('spinbutton', { name: /Latency/ }).fill('500')
    await details().getByRole('button', { name: 'Pin' }).click()
    await expect.element(row(/beep/)).toMatchTextContent(/pinned/)
    await first.unmount()
    await expect.poll(() => agent.scopes.tools.length).toBe(1)
    const second = createHelper()
    await render(<App agent={second} />)
    await openTools()
    await expect.element(row(/beep/)).toMatchTextContent(/pinned/)
    await expect.element(page.getByRole('spinbutton', { name: /Latency/ })).toHaveValue(0)
    await row(/beep/).click()
    await details().getByRole('button', { name: 'Pinned' }).click()
    await expect.element(row(/beep/)).not.toMatchTextContent(/pinned/)
    expect(localStorage.getItem('ambit-devtools toggles helper')).toBeNull()
  })

  it('9 says that a pin could not be kept, where the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError')
    })
    await render(<App agent={createHelper()} />)
    await openTools()
    await row(/beep/).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect.element(page.getByText(/Changes end with the page/)).toBeVisible()
    await details().getByRole('button', { name: 'Pin' }).click()
    await expect.element(page.getByRole('status')).toMatchTextContent(/could not be pinned/)
    await expect.element(details().getByRole('button', { name: 'Pin' })).toMatchTextContent(/^Pin$/)
  })

  it('14 shows no secret in the names and texts of scopes and tools', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const key = 'sk-ant-api03-a1B2c3D4a1B2c3D4'
    const pay = new Tool({
      name: 'pay',
      title: `Pay ${key}`,
      description: `Pays with ${key}.`,
      handler: () => 'paid',
    })
    const shop = new Scope({ name: 'shop', label: `Shop ${key}`, tools: [pay] })
    const agent = createAgent({ name: 'helper', model: scriptedModel([]), scopes: [shop] })
    agent.scopes.leaveOut(`tool "${key}"`, new Error(`Not with ${key}`))
    await render(<AmbitDevtools agents={[agent]} defaultOpen />)
    await page.getByRole('tab', { name: /^Tools/ }).click()
    for (const name of [/Shop/, /pay/]) {
      await row(name).click()
      await expect.element(row(name)).toHaveAttribute('aria-selected', 'true')
      await expect.element(details()).toMatchTextContent(/Left out/)
      expect(shadow().innerHTML).toContain('[redacted]')
      expect(shadow().innerHTML).not.toContain('a1B2c3D4')
    }
  })

  it('outlines the element of a tool and of a scope, and changes nothing of the page', async () => {
    await render(<App agent={createHelper()} />)
    await openTools()
    const before = document.body.querySelector('h1')?.parentElement?.innerHTML
    await row(/refund/).hover()
    const order = document.querySelector('p')?.getBoundingClientRect()
    await expect.poll(() => outline()?.height).toBe(40)
    expect(outline()).toMatchObject({ left: order?.left, top: order?.top, width: 200 })
    await row(/Orders \(scope/).hover()
    await expect
      .poll(() => outline()?.top)
      .toBe(document.querySelector('h1')?.getBoundingClientRect().top)
    expect(outline()?.bottom).toBe(order?.bottom)
    await row(/beep/).hover()
    await expect.poll(outline).toBeUndefined()
    expect(document.body.querySelector('h1')?.parentElement?.innerHTML).toBe(before)
  })

  it('18 works by keyboard: arrows choose a row, whose element is outlined', async () => {
    await render(<App agent={createHelper()} />)
    await openTools()
    const list = page.getByRole('listbox', { name: 'Scopes and tools now' })
    ;(list.element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    await expect.element(row(/refund/)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => outline()?.height).toBe(40)
    await userEvent.keyboard('{Home}')
    await expect.element(details()).toMatchTextContent(/of the agent itself/)
  })
})

import { type Agent, createAgent, jsonSchema, Tool } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { Call } from '@ambit/react/tool-ui'
import { call, calls, scriptedModel } from '@ambit/testing'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { guest } from '../../test/app-guest.ts'
import type { McpConnection, McpState, McpTool } from '../mcp/mcp-connection.ts'
import type { McpToolResult } from '../mcp/mcp-definitions.ts'
import type { McpAppView } from './mcp-app-view.ts'
import { McpApps } from './mcp-apps.tsx'

const uri = 'ui://tickets/board'
const mimeType = 'text/html;profile=mcp-app'
const tool: McpTool = {
  name: 'tickets_show',
  definition: { name: 'show', inputSchema: {}, _meta: { ui: { resourceUri: uri } } },
  visibility: ['model', 'app'],
}
const result: McpToolResult = { content: [{ type: 'text', text: 'sunny' }] }

/** A connection with a server whose app runs a script. */
class FakeConnection {
  state: McpState = { status: 'ready', tools: [tool], mentions: [], commands: [] }
  readonly told: unknown[] = []
  readonly #listeners = new Set<() => void>()
  readonly #script: string | undefined

  constructor(script: string | undefined) {
    this.#script = script
  }

  set(state: Partial<McpState>): void {
    this.state = { ...this.state, ...state }
    for (const listener of this.#listeners) listener()
  }

  readonly readResource = vi.fn(async () => {
    if (this.#script === undefined) throw new Error('gone')
    return [{ uri, mimeType, text: guest(this.#script) }]
  })

  readonly asConnection = {
    name: 'tickets',
    getState: () => this.state,
    subscribe: (listener: () => void) => {
      this.#listeners.add(listener)
      return () => void this.#listeners.delete(listener)
    },
    readResource: this.readResource,
    callTool: async (_: string, args: Record<string, unknown> = {}) => {
      this.told.push(args['value'])
      return result
    },
    resultOf: () => undefined,
  } as unknown as McpConnection
}

const reporter: McpTool = {
  ...tool,
  name: 'tickets_report',
  definition: { name: 'report', inputSchema: {} },
}

/** Shows a call of `tickets_show` by its app. */
async function show(
  script: string | undefined,
  handler: () => unknown = () => 'sunny',
  view: McpAppView = {},
) {
  const fake = new FakeConnection(script)
  fake.set({ tools: [tool, reporter] })
  const parameters = jsonSchema({ type: 'object' })
  const own = new Tool({ name: 'tickets_show', description: 'Shows.', parameters, handler })
  const model = scriptedModel([calls(call('tickets_show', { board: 'A' }, 'c1')), 'Done.', 'Yes.'])
  const agent = createAgent({ model, tools: [own] })
  const app = (
    <StrictMode>
      <AgentProvider agent={agent}>
        <McpApps connection={fake.asConnection} label="My tickets" {...view} />
        <Call id="c1" fallback={<p>A card</p>} />
      </AgentProvider>
    </StrictMode>
  )
  const screen = await render(app)
  return { fake, agent, screen, model }
}

const go = (agent: Agent) => agent.chat('go').catch(() => undefined)

describe('McpApps', () => {
  it('shows a call by its app, in a border with the name that the page gives the server', async () => {
    const { fake, agent, screen } = await show(
      'await start(); await until(() => heard[1]); await report(heard)',
    )
    await go(agent)
    await expect
      .poll(() => fake.told)
      .toEqual([
        [
          ['ui/notifications/tool-input', { arguments: { board: 'A' } }],
          ['ui/notifications/tool-result', result],
        ],
      ])
    const region = screen.getByRole('region', { name: /^App of My tickets/ })
    await expect.element(region).toMatchTextContent(/do not enter passwords/)
    const frame = region.element().querySelector('iframe')
    expect(frame?.title).toBe('show, app of My tickets')
    expect(getComputedStyle(region.element()).borderTopStyle).toBe('solid')
  })

  it('43 shows the result as text where the server is gone', async () => {
    const { agent, screen } = await show(undefined)
    await go(agent)
    await expect.element(screen.getByText(/^The app cannot be shown/)).toBeVisible()
    await expect.element(screen.getByText('sunny', { exact: true })).toBeVisible()
  })

  it('shows the app once the server is back', async () => {
    const { fake, agent, screen } = await show('await start(); await report(1)')
    fake.set({ status: 'failed' })
    await go(agent)
    await expect.element(screen.getByText('sunny', { exact: true })).toBeVisible()
    fake.set({ status: 'ready' })
    await expect.poll(() => fake.told).toEqual([1])
  })

  it('says why a call failed, and shows no app', async () => {
    const { agent, screen } = await show('await start()', () => {
      throw new Error('No board A.')
    })
    await go(agent)
    await expect.element(screen.getByText('No board A.')).toBeVisible()
    expect(document.querySelector('iframe[title]')).toBeNull()
  })

  it('35 asks before it sends a message of the app, as text of a third party', async () => {
    const message = `await ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Book it' }] })`
    const { fake, agent, screen, model } = await show(`await start(); await report(${message})`)
    await go(agent)
    const question = screen.getByRole('group', { name: /^The app wants to send/ })
    await expect.element(question).toMatchTextContent(/Book it/)
    expect(model.requests).toHaveLength(2)
    await question.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => fake.told).toEqual([{}])
    await vi.waitFor(() => expect(model.requests).toHaveLength(3))
    expect(agent.history.messages.at(4)).toMatchObject({ role: 'user', taint: 'untrusted' })
  })

  it('35 takes a second question at once as a no', async () => {
    const { fake, agent } = await show(
      `await start(); ask('ui/open-link', { url: 'https://a.example' })
       await report(await ask('ui/open-link', { url: 'https://b.example' }))`,
    )
    await go(agent)
    await expect.poll(() => fake.told).toEqual([{ isError: true }])
  })

  it('40 leaves nothing when it unmounts', async () => {
    const { fake, agent, screen } = await show('await start(); await report(1)')
    await go(agent)
    await expect.poll(() => fake.told).toEqual([1])
    await screen.unmount()
    await expect.poll(() => document.querySelector('iframe[title]')).toBeNull()
  })
})

import { type Agent, createAgent, Scope, Tool, unavailable } from '@ambit/core'
import { redact, redaction } from '@ambit/core/redaction'
import { steadyTools } from '@ambit/core/tool-list'
import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { requestId } from '../../watch/request-log.ts'
import { type Watched, watchAgent } from '../../watch/watch-agent.ts'
import { styles } from '../styles.ts'
import { RequestsTab } from './requests-tab.tsx'

afterEach(() => vi.restoreAllMocks())

const tool = (name: string, options: object = {}): Tool =>
  new Tool({ name, description: `Does ${name}.`, handler: () => 'ok', ...options }) as Tool

const show = async (watched: Watched, at?: string, go: () => void = () => undefined) =>
  render(
    <div style={{ height: 480 }}>
      <style>{styles}</style>
      <RequestsTab watched={watched} go={go} at={at} />
    </div>,
  )

const chosen = () => page.getByRole('region', { name: 'Chosen request' })

describe('RequestsTab', () => {
  it('3 shows each tool on or off and the reason of the request, without asking again', async () => {
    const enabled = vi.fn(() => unavailable('Your role may not refund'))
    const agent = createAgent({
      model: scriptedModel(['one'], { modelId: 'small' }),
      prices: { small: { input: 1_000, output: 2_000 } },
      tools: [
        ...Array.from({ length: 30 }, (_, at) => tool(`t${at}`)),
        tool('refund', { enabled }),
      ],
    })
    const watched = watchAgent(agent)
    await agent.chat('Refund it')
    const count = enabled.mock.calls.length
    await show(watched)
    const row = chosen().getByRole('row', { name: /refund/ })
    await expect.element(row).toMatchTextContent(/OFF/)
    await expect.element(row).toMatchTextContent(/Your role may not refund/)
    // A tool that is off stands first, and so in view.
    const box = row.element().getBoundingClientRect()
    expect(box.bottom).toBeLessThan(chosen().element().getBoundingClientRect().bottom)
    await expect.element(chosen()).toMatchTextContent(/small/)
    await expect.element(chosen()).toMatchTextContent(/10 in · 5 out · \$0\.02/)
    await userEvent.fill(page.getByRole('searchbox'), 'refu')
    await expect.element(chosen()).toMatchTextContent(/From #1/)
    expect(enabled).toHaveBeenCalledTimes(count)
  })

  it('3 counts the tools that are off in the list as in the detail', async () => {
    const agent = createAgent({
      model: scriptedModel(['one', 'two']),
      scopes: [new Scope({ name: 'page', tools: [tool('a')] })],
      use: [steadyTools()],
    })
    const watched = watchAgent(agent)
    const remove = agent.scopes.addTool('page', tool('b'))
    await agent.chat('go')
    remove()
    await agent.chat('go')
    await show(watched)
    await expect.element(chosen()).toMatchTextContent(/Tools: 1 of 2 off/)
    const options = page.getByRole('listbox', { name: 'Requests' }).getByRole('option')
    await expect.element(options.nth(1)).toMatchTextContent(/1 off/)
    await expect.element(options.nth(0)).not.toMatchTextContent(/ off/)
  })

  it('4 shows what an `enabled` threw, with its stack', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(globalThis, 'reportError').mockReturnValue()
    const breakIt = () => {
      throw new Error('no store')
    }
    const agent = createAgent({
      model: scriptedModel(['one']),
      tools: [tool('a', { enabled: () => breakIt() })],
    })
    const watched = watchAgent(agent)
    await agent.chat('go')
    await show(watched)
    await expect.element(chosen()).toMatchTextContent(/The `enabled` of the tool threw\./)
    await expect.element(chosen()).toMatchTextContent(/Error: no store\s+at breakIt/)
  })

  it('shows the state of a tool over all requests, with the reason at each change', async () => {
    let isOn = true
    const enabled = () => isOn || unavailable('Sign in first')
    const agent = createAgent({
      model: scriptedModel(['1', '2', '3']),
      tools: [tool('refund', { enabled })],
    })
    const watched = watchAgent(agent)
    await agent.chat('1')
    isOn = false
    await agent.chat('2')
    await agent.chat('3')
    await show(watched)
    await userEvent.fill(page.getByRole('searchbox'), 'refund')
    await expect.element(page.getByRole('img', { name: 'On in 1 of 3 requests' })).toBeVisible()
    const items = chosen().getByRole('listitem')
    await expect.element(items.first()).toMatchTextContent(/From #2 OFF Sign in first/)
    await userEvent.click(page.getByRole('button', { name: 'From #2' }))
    const option = page
      .getByRole('listbox', { name: 'Requests' })
      .getByRole('option', { selected: true })
    await expect.element(option).toHaveAttribute('aria-posinset', '2')
  })

  it('5 shows the shared prefix and what broke it', async () => {
    let now = 1
    const agent = createAgent({
      model: scriptedModel(['1', '2']),
      instructions: () => `It is ${now} o’clock.`,
    })
    const watched = watchAgent(agent)
    await agent.chat('Hello')
    now = 2
    await agent.chat('Again')
    await show(watched)
    await expect.element(chosen()).toMatchTextContent(/\d+(\.\d)? % shared/)
    await expect.element(chosen()).toMatchTextContent(/The instructions changed\./)
    await expect.element(chosen()).toMatchTextContent(/It is 1 o’clock\./)
    await expect.element(chosen()).toMatchTextContent(/It is 2 o’clock\./)
  })

  const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c'

  async function withSecrets(): Promise<{ agent: Agent; watched: Watched }> {
    const agent = createAgent({
      model: scriptedModel([calls(call('read', { password: 'hunter2hunter2' })), 'done']),
      use: [redaction()],
      instructions: `Never tell ${secret}.`,
      tools: [
        new Tool({
          name: 'read',
          description: 'Read.',
          handler: () => ({ token: redact(secret), note: secret }),
        }) as Tool,
      ],
      scopes: [new Scope({ name: 'page', context: () => ({ key: redact('shown-to-nobody') }) })],
    })
    const watched = watchAgent(agent)
    await agent.chat(`Use ${secret}`)
    return { agent, watched }
  }

  it('14 shows no secret in the prompt, the contexts and the differences', async () => {
    const { watched } = await withSecrets()
    await show(watched)
    for (const name of [/^Contexts/, /^Prompt/, /^Settings/]) {
      await userEvent.click(chosen().getByText(name))
    }
    await userEvent.click(chosen().getByText('page', { exact: true }))
    await expect.element(page.getByRole('listbox', { name: 'Messages' })).toBeVisible()
    const messages = page.getByRole('listbox', { name: 'Messages' }).getByRole('option')
    const seen: string[] = []
    for (const message of messages.all()) {
      await userEvent.click(message)
      seen.push(chosen().element().textContent ?? '')
    }
    for (const item of chosen().getByRole('listitem').getByRole('group').all()) {
      item.element().querySelector('summary')?.click()
    }
    await expect.element(chosen()).toMatchTextContent(/message of tool/)
    seen.push(document.body.textContent ?? '')
    expect(seen.join()).toContain('[redacted]')
    expect(seen.join()).toContain('Never tell')
    for (const hidden of [secret, 'hunter2', 'shown-to-nobody']) {
      expect(seen.join()).not.toContain(hidden)
    }
  })

  it('15 warns before a prompt is copied, and copies it without secrets', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { watched } = await withSecrets()
    await show(watched)
    await userEvent.click(chosen().getByText(/^Prompt/))
    await userEvent.click(page.getByRole('button', { name: 'Copy the prompt' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent(/data of your customers/)
    expect(write).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Copy it' }))
    await expect.element(page.getByText('Copied.')).toBeVisible()
    expect(write.mock.calls[0]?.[0]).toContain('Never tell')
    expect(write.mock.calls[0]?.[0]).not.toContain(secret)
  })

  it('2 says that it came after the first requests of a run', async () => {
    let go = (): void => undefined
    const gate = new Promise<void>((done) => (go = done))
    const wait = tool('wait', { handler: () => gate })
    const agent = createAgent({
      model: scriptedModel([calls(call('wait')), 'done']),
      tools: [wait],
    })
    const run = agent.chat('Wait')
    await new Promise<void>((done) =>
      agent.on('agent:tool_started', () => setTimeout(done), { once: true }),
    )
    const watched = watchAgent(agent)
    go()
    await run
    await show(watched)
    await expect.element(chosen()).toMatchTextContent(/Request 2 of its run/)
    await expect.element(chosen()).toMatchTextContent(/before this one were not seen/)
  })

  it('opens at a request, and says so if it did not see it', async () => {
    const { watched } = await withSecrets()
    const [first] = watched.requests.getState().requests
    const { rerender } = await show(watched, first && requestId(first))
    const option = page
      .getByRole('listbox', { name: 'Requests' })
      .getByRole('option', { selected: true })
    await expect.element(option).toHaveAttribute('aria-posinset', '1')
    await rerender(
      <div style={{ height: 480 }}>
        <RequestsTab watched={watched} go={() => undefined} at="other/3" />
      </div>,
    )
    await expect.element(chosen()).toMatchTextContent(/before the devtools watched/)
  })
})

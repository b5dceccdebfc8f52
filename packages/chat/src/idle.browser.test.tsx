import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, drivenModel, type Reply } from '@ambit/testing'
import { Profiler } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles, renderCopilot, tool } from '../test/render-copilot.tsx'
import { field, say } from '../test/say.ts'
import { Copilot, panel } from './copilot.tsx'

/** Returns the animations of the page, by the elements that they are on. */
const moving = (): string[] =>
  document.getAnimations().map(({ effect }) => {
    const { target, pseudoElement } = effect as KeyframeEffect
    return `${target?.className}${pseudoElement ?? ''}`
  })

async function idle(): Promise<void> {
  await expect.poll(moving).toEqual([])
}
const fail = tool('fail', () => {
  throw new Error('No.')
})

const ends: readonly (readonly [name: string, replies: Reply[]])[] = [
  ['an answer', ['**Done.**']],
  ['a call', [calls(call('fail')), 'It failed.']],
  ['an error', [{ error: new Error('Gone.') }]],
  ['an answer that was cut', [{ text: 'Half an ans', finishReason: null }]],
]

/** Counts the frames that are requested while a step runs. */
async function countRequests(step: () => Promise<unknown>): Promise<number> {
  const frame = vi.spyOn(window, 'requestAnimationFrame')
  onTestFinished(() => frame.mockRestore())
  await step()
  return frame.mock.calls.length
}

describe('a page where nothing goes on', () => {
  it('is still before the first message, open and closed', async () => {
    const { screen } = await renderCopilot([])
    await idle()
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    await idle()
  })

  it.each(ends)('is still after %s, open and closed', async (_, replies) => {
    const { agent, screen } = await renderCopilot(replies, {}, { tools: [fail] })
    await agent.chat('Begin').catch(() => undefined)
    await idle()
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    await idle()
  })

  it('is still after the user has stopped the agent', async () => {
    await renderCopilot([{ hang: true }])
    await say('Begin')
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.first().click()
    await expect.poll(() => stop.elements()).toEqual([])
    await idle()
  })

  it('asks for no frame', async () => {
    const { agent } = await renderCopilot(['Done.'])
    await agent.chat('Begin')
    await idle()
    await frames(10)
    const asked = await countRequests(() => new Promise((done) => setTimeout(done, 300)))
    expect(asked).toBe(0)
  })
})

/** Counts the changes of the widget's document during a step. */
async function countChanges(step: () => Promise<void>): Promise<number> {
  let changes = 0
  const observer = new MutationObserver((records) => (changes += records.length))
  const root = document.querySelector('.ambit-chat') as Element
  observer.observe(root, {
    childList: true,
    characterData: true,
    attributes: true,
    subtree: true,
  })
  await step()
  observer.disconnect()
  return changes
}

describe('a closed panel, while an answer comes', () => {
  it('renders nothing for a delta, and all of the answer when it is opened', async () => {
    sessionStorage.clear()
    await page.viewport(1000, 700)
    await Promise.all([loadStyles(), panel.load()])
    const model = drivenModel()
    const agent = createAgent({ model })
    let renders = 0
    const screen = await render(
      <AgentProvider agent={agent}>
        <Profiler id="widget" onRender={() => (renders += 1)}>
          <Copilot defaultOpen />
        </Profiler>
      </AgentProvider>,
    )
    await screen.getByRole('button', { name: 'Close assistant' }).click()
    void agent.chat('Begin')
    await expect.poll(() => model.live).toHaveLength(1)
    const write = (delta: string): void =>
      model.live[0]?.push({ type: 'text-delta', id: 't', delta })
    model.live[0]?.push({ type: 'text-start', id: 't' })
    for (let at = 0; at < 5; at++) write(`first${at} `)
    await frames(10)
    const before = renders
    const changes = await countChanges(async () => {
      for (let at = 0; at < 50; at++) {
        write(`word${at} `)
        await frames(1)
      }
    })
    expect({ renders: renders - before, changes }).toEqual({ renders: 0, changes: 0 })
    await screen.getByRole('button', { name: 'Open assistant: Working' }).click()
    await expect.element(page.getByText('word49', { exact: false }).first()).toBeVisible()
    const opened = renders
    write('and more')
    await expect.element(page.getByText('and more', { exact: false }).first()).toBeVisible()
    expect(renders).toBeGreaterThan(opened)
    model.live[0]?.close()
  })
})

async function frames(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise((done) => requestAnimationFrame(done))
}

describe('a key in the field', () => {
  it('renders nothing after the first', async () => {
    const commits = vi.fn()
    await loadStyles()
    await panel.load()
    await render(
      <AgentProvider agent={createAgent({ model: drivenModel() })}>
        <Profiler id="chat" onRender={commits}>
          <Copilot defaultOpen />
        </Profiler>
      </AgentProvider>,
    )
    await userEvent.click(field())
    await userEvent.keyboard('a')
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeEnabled()
    await idle()
    commits.mockClear()
    await userEvent.keyboard('bcdef')
    await expect.element(field()).toHaveValue('abcdef')
    expect(commits).not.toHaveBeenCalled()
  })
})

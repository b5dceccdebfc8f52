import { useState, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { Copilot } from '../copilot.tsx'

const inADay = 30 * 3_600_000

/** Makes a proxy that answers with these bodies, and counts the requests of each path. */
function proxyOf(bodies: Readonly<Record<string, () => unknown>>) {
  const asked: Record<string, number> = {}
  const fetch: typeof globalThis.fetch = async (input) => {
    const path = new URL(String(input), 'https://app.example').pathname.split('/').at(-1) ?? ''
    asked[path] = (asked[path] ?? 0) + 1
    const body = bodies[path]?.()
    return body === undefined ? new Response('No', { status: 500 }) : Response.json(body)
  }
  return { asked, proxy: { baseURL: '/api/agent', fetch } }
}

const picker = () => page.getByRole('combobox', { name: 'Model' })
const line = () => document.querySelector('.ambit-meter')

describe('Meter', () => {
  it('says which model answers and what was used', async () => {
    await renderCopilot(['Yes.'], { meter: { model: 'Small model' } })
    await expect.element(page.getByText('Small model', { exact: true })).toBeVisible()
    await say('Go')
    await expect.element(page.getByText(/^Small model · [\d,]+ tokens$/)).toBeVisible()
  })

  it('says how much of the prompts came from the cache', async () => {
    await renderCopilot([{ text: 'Yes.', usage: { prompt: 100, completion: 5, cached: 62 } }], {
      meter: {},
    })
    await say('Go')
    await expect.element(page.getByText('105 tokens · 62 % from the cache')).toBeVisible()
  })

  it('tells what is left of the limit that ends first, and again after each run', async () => {
    let left = 1.2
    const { proxy, asked } = proxyOf({
      usage: () => ({
        usage: {
          requests: { max: 20, used: 20, left: 0, resetsInMs: 1000 },
          tokens: { max: 50_000, used: 12_000, left: 38_000, resetsInMs: inADay },
          costUsd: { max: 5, used: 5 - left, left, resetsInMs: 0 },
        },
      }),
    })
    await renderCopilot(['Yes.'], { meter: { proxy } })
    await expect.poll(() => line()?.textContent).toMatch(/^\$1\.20 of \$5\.00 left until \d/)
    left = 0
    await say('Go')
    await expect.poll(() => line()?.textContent).toMatch(/tokens · \$0\.00 of \$5\.00 left/)
    expect(line()?.hasAttribute('data-spent')).toBe(true)
    expect(asked).toEqual({ usage: 2 })
  })

  it('shows no limit if there is none, or if the proxy does not tell', async () => {
    const none = proxyOf({ usage: () => ({ usage: {} }) })
    const { screen } = await renderCopilot([], { meter: { model: 'Small', proxy: none.proxy } })
    await expect.poll(() => none.asked).toEqual({ usage: 1 })
    await expect.poll(() => line()?.textContent).toBe('Small')
    await screen.unmount()
    const silent = proxyOf({})
    await renderCopilot(['Yes.'], { meter: { model: 'Small', proxy: silent.proxy } })
    await say('Go')
    await expect.poll(() => silent.asked).toEqual({ usage: 2 })
    await expect.poll(() => line()?.textContent).toMatch(/^Small · [\d,]+ tokens$/)
  })

  it('lets the user choose a model of the proxy, by keyboard too', async () => {
    const models = [
      { id: 'openai/gpt-5', label: 'GPT-5' },
      { id: 'openai/gpt-5-mini', label: 'GPT-5 mini' },
    ]
    const { proxy } = proxyOf({ models: () => ({ models }) })
    const chosen = vi.fn()
    function Chooser(): ReactElement {
      const [value, setValue] = useState('openai/gpt-5')
      const onChange = (id: string): void => {
        chosen(id)
        setValue(id)
      }
      return <Copilot form="inline" meter={{ proxy, model: value, onModelChange: onChange }} />
    }
    await renderCopilot([], { defaultOpen: false }, {}, <Chooser />)
    await expect.element(picker()).toHaveValue('openai/gpt-5')
    await userEvent.selectOptions(picker(), 'GPT-5 mini')
    await expect.element(picker()).toHaveValue('openai/gpt-5-mini')
    picker().element().focus()
    await userEvent.keyboard('G')
    await expect.element(picker()).toHaveValue('openai/gpt-5')
    expect(chosen.mock.calls.flat()).toEqual(['openai/gpt-5-mini', 'openai/gpt-5'])
  })

  it('shows only the name of a model that is alone, or while models cannot be listed', async () => {
    const models = [{ id: 'a', label: 'Model A' }]
    const choice = { model: 'a', onModelChange: () => undefined }
    const alone = proxyOf({ models: () => ({ models }) })
    const { screen } = await renderCopilot([], { meter: { proxy: alone.proxy, ...choice } })
    await expect.poll(() => line()?.textContent).toBe('Model A')
    expect(picker().query()).toBeNull()
    await screen.unmount()
    const silent = proxyOf({})
    await renderCopilot([], { meter: { proxy: silent.proxy, ...choice } })
    await expect.poll(() => silent.asked['models']).toBe(1)
    expect(line()?.textContent).toBe('a')
  })
})

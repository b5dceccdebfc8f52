import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, server, userEvent } from 'vitest/browser'
import { onlyChromium } from '../../test/only-chromium.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const parameters = jsonSchema<Record<string, unknown>>({ type: 'object' })
const allow = () => page.getByRole('button', { name: 'Allow once' })
const card = () => page.getByRole('group', { name: 'Allow “Pay”?' })

/** Asks for two calls, one after the other: the second card takes the place of the first. */
async function withTwoCalls(): Promise<string[]> {
  const ran: string[] = []
  const pay = tool('pay', ({ to }) => void ran.push(String(to)), { parameters, approval: true })
  const asked = ['Ada', 'Eve'].map((to) => call('pay', { to }))
  await renderCopilot([calls(...asked), 'Done.'], {}, { tools: [pay] })
  await say('Pay both')
  await expect.element(allow()).toBeVisible()
  return ran
}

async function isReady(): Promise<void> {
  await expect.element(allow()).not.toHaveAttribute('aria-disabled')
}

describe('keys pressed in a row on the allow button', () => {
  it.each([
    ['Enter', '{Enter}'.repeat(8)],
    ['Space', ' '.repeat(8)],
    ['Space, held', '{ >8/}'],
  ])('%s: allow what was read, and not the next call', async (_, keys) => {
    const ran = await withTwoCalls()
    await isReady()
    allow().element().focus()
    await userEvent.keyboard(keys)
    await expect.element(card().getByText('Eve', { exact: true })).toBeVisible()
    expect(ran).toEqual(['Ada'])
    await isReady()
    expect(ran).toEqual(['Ada'])
  })
})

describe('styles that hide the facts of a card', () => {
  it.for([
    ['opacity', '.ambit-approval dl { opacity: 0.01 }'],
    [
      'a cover made by styles',
      '.ambit-approval dl { position: relative } .ambit-approval dl::after { position: absolute; inset: 0; z-index: 9; content: ""; background: #fff; pointer-events: none }',
    ],
    ['a clip', '.ambit-approval dl { clip-path: inset(0 0 100% 0) }'],
    ['no box', '.ambit-approval dl { display: none }'],
    ['no height', '.ambit-approval dl { max-height: 2px; overflow: hidden }'],
    ['a blur', '.ambit-approval dl { filter: blur(9px) }'],
    ['a transform', '.ambit-approval dl { transform: scale(0.01) }'],
  ])('%s: nothing can be allowed, by the pointer or by a key', async ([, css], { skip }) => {
    skip(server.browser !== 'chromium', onlyChromium)
    const style = document.createElement('style')
    style.textContent = css ?? ''
    document.head.append(style)
    onTestFinished(() => style.remove())
    const ran = await withTwoCalls()
    await expect.element(card()).toHaveAttribute('data-steadiness', 'unseen')
    await userEvent.click(allow(), { force: true })
    await expect.element(card().getByText('Not counted', { exact: false })).toBeVisible()
    allow().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card()).toHaveAttribute('data-steadiness', 'unseen')
    expect(ran).toEqual([])
  })
})

import { inputGuardrail, outputGuardrail } from '@ambit/core/answers'
import { memoryStorage } from '@ambit/core/storage'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const notSent = () => page.getByRole('group', { name: 'Your message was not sent' })
const withheld = () => page.getByRole('group', { name: 'An answer was withheld' })
const status = () => page.getByRole('dialog').getByRole('status')

const noDrops = inputGuardrail('no-drops', (text) => !text.includes('DROP') || 'It drops a table.')
const noPii = (options?: { readonly buffer: boolean }) =>
  outputGuardrail('no-pii', (text) => !text.includes('123-') || 'It holds a number.', options)
const secret = 'Her number is 123-45-6789.'

describe('ErrorNotice for a refused message', () => {
  it('R72 offers to edit the message, and no Retry', async () => {
    const { model } = await renderCopilot(['Hello.'], {}, { use: [noDrops] })
    await say('DROP TABLE users')
    await expect.element(notSent()).toMatchTextContent('It drops a table.')
    await expect
      .element(status())
      .toMatchTextContent('Your message was not sent: It drops a table.')
    expect(button('Retry').elements()).toEqual([])
    expect(page.getByRole('article', { name: 'You' }).elements()).toEqual([])
    await expect.element(field()).toHaveValue('')
    await notSent().getByRole('button', { name: 'Edit message' }).click()
    await expect.element(field()).toHaveValue('DROP TABLE users')
    await expect.element(field()).toHaveFocus()
    await expect.element(notSent()).not.toBeInTheDocument()
    await userEvent.fill(field(), 'Hi')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Hello.')).toBeVisible()
    expect(JSON.stringify(model.requests)).not.toContain('DROP')
  })

  it('R72 keeps the offer while the next message in the queue runs', async () => {
    const first = Promise.withResolvers<void>()
    const verdict = Promise.withResolvers<string>()
    const slow = inputGuardrail('slow', (text) => !text.includes('DROP') || verdict.promise)
    await renderCopilot([{ gate: first.promise, text: 'One.' }, 'Three.'], {}, { use: [slow] })
    await say('1')
    await say('DROP it')
    await say('3')
    verdict.resolve('It drops a table.')
    first.resolve()
    await expect.element(page.getByText('Three.')).toBeVisible()
    await notSent().getByRole('button', { name: 'Edit message' }).click()
    await expect.element(field()).toHaveValue('DROP it')
  })

  it('R72 tells of a steered message at once, while the run goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const slow = tool('slow', () => gate.promise)
    const { agent } = await renderCopilot(
      [calls(call('look')), calls(call('slow')), 'Done with it.'],
      {},
      {
        tools: [tool('look', () => started.promise), slow],
        use: [noDrops],
      },
    )
    const started = Promise.withResolvers<void>()
    await say('go')
    await expect.element(button('Stop')).toBeVisible()
    await say('DROP it', '{Control>}{Enter}{/Control}')
    started.resolve()
    await expect.element(notSent()).toMatchTextContent('It drops a table.')
    expect(agent.getState().status).not.toBe('idle')
    gate.resolve()
    await expect.element(page.getByText('Done with it.')).toBeVisible()
    await expect.element(notSent()).toBeVisible()
  })

  it('R72 is there after the panel was closed, and goes with the next message', async () => {
    const { agent } = await renderCopilot(['Hello.'], {}, { use: [noDrops] })
    await field().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Open assistant')).toHaveAttribute('aria-expanded', 'false')
    await agent.chat('DROP it').catch(() => undefined)
    await button('Open assistant').click()
    await expect.element(notSent()).toBeVisible()
    await say('Hi')
    await expect.element(page.getByText('Hello.')).toBeVisible()
    await expect.element(notSent()).not.toBeInTheDocument()
  })

  it('R103 is not kept in the tab when the page is left', async () => {
    const storage = memoryStorage()
    await renderCopilot(['Hello.'], {}, { storage, use: [noDrops] })
    await say('DROP it')
    await expect.element(notSent()).toBeVisible()
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(Object.values(sessionStorage).join()).not.toContain('DROP it')
  })

  it('R72 waits in sight during a slow check, and Stop gives the text back to edit', async () => {
    const slow = inputGuardrail('slow', () => new Promise(() => undefined))
    await renderCopilot([], {}, { use: [slow] })
    await say('Hi there')
    await expect.element(page.getByText('Hi there')).toBeVisible()
    await button('Stop').click()
    await expect.element(notSent()).toMatchTextContent('It could not be checked.')
    await notSent().getByRole('button', { name: 'Edit message' }).click()
    await expect.element(field()).toHaveValue('Hi there')
  })
})

describe('ErrorNotice for a refused answer', () => {
  it('R72 says that an answer was withheld, which leaves the screen, and tries again', async () => {
    const { agent } = await renderCopilot([secret, 'All is well.'], {}, { use: [noPii()] })
    await say('Who is she?')
    await expect.element(withheld()).toMatchTextContent('It holds a number.')
    await expect.element(status()).toMatchTextContent('An answer was withheld: It holds a number.')
    expect(document.body.textContent).not.toContain('123-')
    expect(JSON.stringify(agent.history.all)).not.toContain('123-')
    await withheld().getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('All is well.')).toBeVisible()
    await expect.element(withheld()).not.toBeInTheDocument()
    expect(page.getByRole('article', { name: 'You' }).elements()).toHaveLength(1)
  })

  it('R72 with `buffer` shows nothing of it at any time', async () => {
    const gate = Promise.withResolvers<true>()
    const slow = outputGuardrail('slow', () => gate.promise)
    const seen: string[] = []
    const observer = new MutationObserver(() => seen.push(document.body.textContent))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    await renderCopilot(
      [{ reasoning: 'It is 123-45', text: secret }],
      {},
      { use: [noPii({ buffer: true }), slow] },
    )
    await say('Who is she?')
    await expect.element(status()).toMatchTextContent('Working')
    gate.resolve(true)
    await expect.element(withheld()).toBeVisible()
    observer.disconnect()
    expect(seen.join('\n')).not.toContain('123-')
  })
})

import { Scope } from '@ambit/core'
import { useState, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import type { Suggestion } from './suggestion.ts'
import { useSuggestions } from './use-suggestions.ts'

const list = () => page.getByRole('list', { name: 'Suggestions' })
const texts = (): string[] =>
  list()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)

/** Shows a page that offers suggestions, in a new array for each render. */
function Orders({ unpaid }: { readonly unpaid: number }): ReactElement {
  const greeting = unpaid > 0 ? `Mia, ${unpaid} orders are unpaid.` : undefined
  useSuggestions(
    [{ label: 'Remind them', message: `Draft reminders for the ${unpaid} unpaid orders` }],
    { greeting },
  )
  return <h1>Orders</h1>
}

function Customers(): ReactElement {
  useSuggestions(['Who ordered most?'])
  return <h1>Customers</h1>
}

/** Shows one of two pages, with buttons that switch between them. */
function Site(): ReactElement {
  const [{ place, unpaid }, show] = useState({ place: 'orders', unpaid: 41 })
  return (
    <>
      <button onClick={() => show({ place: 'customers', unpaid })}>To customers</button>
      <button onClick={() => show({ place: 'orders', unpaid: unpaid - 1 })}>Pay one</button>
      {place === 'orders' ? <Orders unpaid={unpaid} /> : <Customers />}
    </>
  )
}

describe('useSuggestions', () => {
  it('offers what the mounted component says, before what the chat says', async () => {
    const { model } = await renderCopilot(
      ['Done.'],
      { start: { suggestions: ['What is new?'], greeting: 'Welcome.' } },
      {},
      <Site />,
    )
    await expect.element(page.getByText('Mia, 41 orders are unpaid.')).toBeVisible()
    expect(texts()).toEqual(['Remind them', 'What is new?'])
    await page.getByRole('button', { name: 'Pay one' }).click()
    await expect.element(page.getByText('Mia, 40 orders are unpaid.')).toBeVisible()
    await page.getByRole('button', { name: 'To customers' }).click()
    await expect.element(page.getByText('Welcome.')).toBeVisible()
    expect(texts()).toEqual(['Who ordered most?', 'What is new?'])
    await page.getByRole('button', { name: 'Pay one' }).click()
    await page.getByRole('button', { name: 'Remind them' }).click()
    await expect.element(page.getByText('Done.')).toBeVisible()
    expect(JSON.stringify(model.requests[0])).toContain('Draft reminders for the 39 unpaid')
  })

  it('keeps them reachable in a conversation, beside an empty field, and not what was said', async () => {
    await renderCopilot(
      ['Hello.', 'Ann.'],
      { start: { suggestions: ['What is new?'] } },
      {},
      <Site />,
    )
    await say('Hi')
    await expect.element(page.getByText('Hello.')).toBeVisible()
    await expect.poll(texts).toEqual(['Remind them'])
    await userEvent.fill(field(), 'Who')
    await expect.element(list()).not.toBeInTheDocument()
    await userEvent.clear(field())
    await expect.element(list()).toBeVisible()
    await page.getByRole('button', { name: 'To customers' }).click()
    await page.getByRole('button', { name: 'Who ordered most?' }).click()
    await expect.element(page.getByText('Ann.')).toBeVisible()
    await expect.element(field()).toHaveFocus()
    await expect.element(list()).not.toBeInTheDocument()
  })
})

describe('suggestions by scope', () => {
  it('follow the scopes that come and go', async () => {
    const suggestions = vi.fn((scopes: readonly { scope: Scope }[]): Suggestion[] =>
      scopes.some(({ scope }) => scope.name === 'orders') ? ['Sum up the orders'] : [],
    )
    const { agent } = await renderCopilot([], {
      start: (scopes) => ({
        suggestions: suggestions(scopes),
        greeting: scopes.find(({ scope }) => scope.name === 'orders')?.scope.label,
      }),
    })
    await expect
      .element(page.getByText('Ask a question, or say what should change on this page.'))
      .toBeVisible()
    const leave = agent.scopes.register(new Scope({ name: 'orders', label: 'All orders' }))
    await expect.poll(texts).toEqual(['Sum up the orders'])
    await expect.element(page.getByText('All orders')).toBeVisible()
    leave()
    await expect.element(list()).not.toBeInTheDocument()
    await expect
      .element(page.getByText('Ask a question, or say what should change on this page.'))
      .toBeVisible()
  })

  it('are read once for the scopes, whatever the user writes meanwhile', async () => {
    const start = vi.fn((): { suggestions: Suggestion[] } => ({ suggestions: ['What is new?'] }))
    await renderCopilot(['Hello.'], { start })
    await say('Hi')
    await expect.poll(texts).toEqual(['What is new?'])
    const before = start.mock.calls.length
    await userEvent.fill(field(), 'Who')
    await userEvent.fill(field(), 'Who ordered')
    await userEvent.clear(field())
    await expect.poll(texts).toEqual(['What is new?'])
    expect(start).toHaveBeenCalledTimes(before)
  })

  it('show the rest of the chat if the function throws', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await renderCopilot([], {
      start: () => {
        throw new Error('No orders yet')
      },
    })
    await expect.element(page.getByText('How can I help?')).toBeVisible()
    expect(log).toHaveBeenCalled()
    log.mockRestore()
  })
})

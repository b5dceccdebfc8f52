import { Tool } from '@ambit/core'
import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

/** Renders the widget beside the page of a customer. The model wants to delete that customer. */
async function withCard() {
  const deleted: string[] = []
  let open: (name: string) => void = () => undefined
  function Customer(): ReactElement {
    const [name, setName] = useState('Ann')
    open = setName
    useTool({
      name: 'delete_customer',
      title: 'Delete customer',
      description: 'Deletes the customer whose page is open.',
      effect: 'destructive',
      approval: { preview: () => `Deletes ${name}` },
      handler: () => void deleted.push(name),
    })
    return <h1>{name}</h1>
  }
  const rendered = await renderCopilot(
    [calls(call('delete_customer')), 'Done.'],
    {},
    {},
    <Customer />,
  )
  await say('Delete the customer')
  const card = page.getByRole('group', { name: 'Allow “Delete customer”?' })
  await expect.element(card.getByText('Deletes Ann')).toBeVisible()
  const allow = card.getByRole('button', { name: 'Allow once' })
  const isReady = async (): Promise<void> => {
    await expect.element(allow).not.toHaveAttribute('aria-disabled')
  }
  return { ...rendered, deleted, card, allow, isReady, open: (name: string) => open(name) }
}

describe('a card while the page changes', () => {
  it('R57 A4 W18 shows after a press what the call would do now, and waits anew until that was seen', async () => {
    const { agent, deleted, card, allow, isReady, open } = await withCard()
    await isReady()
    open('Bob')
    await userEvent.click(allow)
    await expect.element(card.getByText('Deletes Bob')).toBeVisible()
    expect(deleted).toEqual([])
    await expect.element(card.getByText('Deletes Ann')).not.toBeInTheDocument()
    await expect
      .element(card.getByText('This changed while you looked: read it again.'))
      .toBeVisible()
    expect(agent.pending.list('approval')).toHaveLength(1)
    await isReady()
    await userEvent.click(allow)
    await expect.poll(() => deleted).toEqual(['Bob'])
    await expect.element(card).not.toBeInTheDocument()
  })

  it('R57 A4 says that a change of the arguments is not in what it asks anew', async () => {
    const deleted: unknown[] = []
    let fee = 50
    const tool = new Tool({
      name: 'cancel',
      description: 'Cancels an appointment.',
      effect: 'destructive',
      parameters: z.object({ id: z.string() }),
      approval: { preview: () => `The fee is ${fee}` },
      handler: ({ id }) => void deleted.push(id),
    })
    await renderCopilot([calls(call('cancel', { id: 'T1' })), 'Done.'], {}, { tools: [tool] })
    await say('Cancel it')
    const card = page.getByRole('group', { name: 'Allow “Cancel”?' })
    await card.getByRole('button', { name: 'Change…' }).click()
    const editing = page.getByRole('group', { name: /Cancel/ }).first()
    await userEvent.fill(editing.getByRole('textbox', { name: /id/i }), 'T2')
    fee = 70
    const change = editing.getByRole('button', { name: 'Allow with these changes' })
    await expect.element(change).not.toHaveAttribute('aria-disabled')
    await change.click()
    await expect.element(card.getByText('The fee is 70')).toBeVisible()
    await expect.element(card.getByText(/It does not include your change\./)).toBeVisible()
    expect(deleted).toEqual([])
    await card.getByRole('button', { name: 'Change…' }).click()
    await expect.element(editing.getByRole('textbox', { name: /id/i })).toHaveValue('T2')
    await expect.element(change).not.toHaveAttribute('aria-disabled')
    await change.click()
    await expect.poll(() => deleted).toEqual(['T2'])
  })

  it.each(['pointerdown', 'pointerup', 'click'])(
    'R57 A4 W18 takes no press that began on other words: the page changes at its %s',
    async (type) => {
      const { agent, deleted, card, allow, isReady, open } = await withCard()
      await isReady()
      document.addEventListener(type, () => flushSync(() => open('Bob')), {
        capture: true,
        once: true,
      })
      await userEvent.click(allow)
      await expect.element(card.getByText('Deletes Bob')).toBeVisible()
      expect(deleted).toEqual([])
      const [request] = agent.pending.list('approval')
      agent.pending.deny(request?.id ?? '')
      await expect.element(page.getByText('Done.')).toBeVisible()
      expect(deleted).toEqual([])
    },
  )
})

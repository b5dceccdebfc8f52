import { memoryStorage } from '@ambit/core/storage'
import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

/** The ids are those of a database: a user knows none of them. */
const cards = { 'f3a9-77': 'Release notes', 'f3a9-78': 'Fix login' }

function Card({ id, title, remove }: { id: string; title: string; remove(): void }): ReactElement {
  useTool({
    name: 'delete_card',
    description: 'Deletes a card.',
    effect: 'destructive',
    subject: { id, label: title },
    handler: async (_, ctx) => {
      const sure = await ctx.ask('Why?')
      ctx.undo(() => undefined)
      remove()
      return sure
    },
  })
  return <li>{title}</li>
}

function Board({ shown = cards }: { shown?: Record<string, string> }): ReactElement {
  const [board, setBoard] = useState<Record<string, string>>(shown)
  const remove = (id: string): void => setBoard(({ [id]: _removed, ...others }) => others)
  return (
    <ul>
      {Object.entries(board).map(([id, title]) => (
        <Card key={id} id={id} title={title} remove={() => remove(id)} />
      ))}
    </ul>
  )
}

const name = 'Delete card — Release notes'
const id = 'f3a9-77'

/** Returns the text that a user reads in the chat. */
const said = (): string => document.querySelector('.ambit-chat')?.textContent ?? ''

describe('a call of one of many rows', () => {
  it('R66 is named by the label of the row: on its cards, in a question, undone, and after a reload', async () => {
    const storage = memoryStorage()
    const asked = calls(call('delete_card', { instance: id }))
    const { screen, agent } = await renderCopilot([asked, 'Gone.'], {}, { storage }, <Board />)
    await expect.poll(() => agent.scopes.find('delete_card')).toBeDefined()
    await say('Delete the release notes')
    const approval = page.getByRole('group', { name: `Allow “${name}”?` })
    await expect.element(approval).toBeVisible()
    await expect.element(approval).toMatchTextContent('ForRelease notes')
    expect(approval.element().textContent).not.toContain(id)
    expect(approval.element().textContent).not.toContain('cannot be undone')
    expect(approval.element().textContent).not.toContain('instance')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent(`Waiting for your answer: ${name}`)
    await approval.getByRole('button', { name: 'Allow once' }).click()
    const question = page.getByRole('form', { name: 'Why? — Release notes' })
    await question.getByRole('textbox').fill('Old')
    await question.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect.element(page.getByText('Gone.')).toBeVisible()
    const card = page.getByRole('group', { name, exact: true })
    await expect.element(card).toMatchTextContent('Done')
    await card.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText(`Undone: ${name}.`)).toBeVisible()
    expect(said()).not.toMatch(/call_1|delete_card|no longer in effect|f3a9/)
    await screen.unmount()
    agent.sessions.close()

    await renderCopilot([], {}, { storage })
    await expect
      .element(page.getByRole('group', { name, exact: true }))
      .toMatchTextContent('Undone')
    await expect.element(page.getByText(`Undone: ${name}.`)).toBeVisible()
    expect(said()).not.toMatch(/call_1|delete_card|no longer in effect|f3a9/)
  })

  it('R66 is told from another row of the same label by its id', async () => {
    const asked = calls(call('delete_card', { instance: id }))
    const shown = { ...cards, 'f3a9-79': 'Release notes' }
    const { agent } = await renderCopilot([asked, 'Gone.'], {}, {}, <Board shown={shown} />)
    await expect.poll(() => agent.scopes.find('delete_card')).toBeDefined()
    await say('Delete the release notes')
    const approval = page.getByRole('group', { name: `Allow “${name}”?` })
    await expect.element(approval).toMatchTextContent(`ForRelease notes (${id})`)
  })

  it('R66 is told by its id among more rows than the page can compare', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const asked = calls(call('delete_card', { instance: id }))
    const more = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`x-${at}`, `Card ${at}`]),
    )
    const shown = { ...more, ...cards }
    const { agent } = await renderCopilot([asked, 'Gone.'], {}, {}, <Board shown={shown} />)
    await expect.poll(() => agent.scopes.find('delete_card')).toBeDefined()
    await say('Delete the release notes')
    const approval = page.getByRole('group', { name: `Allow “${name}”?` })
    await expect.element(approval).toMatchTextContent(`ForRelease notes (${id})`)
  })

  it('R66 is not named by the model', async () => {
    const asked = calls(call('delete_card', { instance: id, label: 'Nothing of value' }))
    const { agent } = await renderCopilot([asked, 'Gone.'], {}, {}, <Board />)
    await expect.poll(() => agent.scopes.find('delete_card')).toBeDefined()
    await say('Delete the release notes')
    await expect.element(page.getByRole('group', { name: `Allow “${name}”?` })).toBeVisible()
  })
})

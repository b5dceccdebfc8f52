import { memoryStorage, storageError } from '@ambit/core/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import { storedSessions } from '../../test/stored-sessions.ts'

const view = () => page.getByRole('region', { name: 'Conversations' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('SessionList', () => {
  it('lists what is stored, opens it, renames it, and begins anew', async () => {
    const { agent } = await renderCopilot(['Two lamps.', 'Rain.'], {}, { storage: memoryStorage() })
    await say('Find lamps')
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    await button('Conversations').click()
    await expect.element(view().getByText('Find lamps')).toBeVisible()
    await view().getByRole('button', { name: 'New conversation' }).click()
    await expect.element(field()).toHaveFocus()
    await expect.element(page.getByText('Two lamps.')).not.toBeInTheDocument()
    await say('Weather?')
    await expect.element(page.getByText('Rain.')).toBeVisible()

    await button('Conversations').click()
    await expect.element(view().getByRole('listitem').first()).toMatchTextContent('Weather?')
    await view().getByRole('button', { name: 'Rename “Find lamps”' }).click()
    const title = view().getByRole('textbox', { name: 'Title' })
    await expect.element(title).toHaveFocus()
    await userEvent.fill(title, 'Lamps')
    await userEvent.keyboard('{Enter}')
    await view()
      .getByRole('button', { name: /^Lamps/ })
      .click()
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    expect((await agent.sessions.list()).map((session) => session.title)).toContain('Lamps')
  })

  it.each([
    ['a candidate', { isComposing: true }],
    ['a candidate in Safari', { keyCode: 229 }],
  ])('keeps a new title and a search when Escape dismisses %s', async (_, composing) => {
    await renderCopilot([], {}, { storage: await storedSessions(20) })
    await button('Conversations').click()
    const dismiss = (field: Element): unknown =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Escape',
          bubbles: true,
          cancelable: true,
          ...composing,
        }),
      )
    const search = view().getByRole('searchbox')
    await userEvent.fill(search, 'Session')
    dismiss(search.element())
    await expect.element(search).toHaveValue('Session')
    await userEvent.fill(search, '')
    await view()
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click()
    const title = view().getByRole('textbox', { name: 'Title' })
    await userEvent.fill(title, 'かな')
    dismiss(title.element())
    await expect.element(title).toHaveValue('かな')
    await userEvent.keyboard('{Escape}')
    await expect.element(title).not.toBeInTheDocument()
  })

  it('says of a run that it was stopped by opening another conversation, there and in the list', async () => {
    await renderCopilot([{ hang: true }, 'Rain.', 'Two lamps.'], {}, { storage: memoryStorage() })
    // Outside of the dialog it is only spoken.
    const why = page
      .getByRole('dialog')
      .getByText('Stopped, because you opened another conversation.')
    await say('Find lamps')
    await expect.element(button('Stop')).toBeVisible()
    await button('Conversations').click()
    await view().getByRole('button', { name: 'New conversation' }).click()
    await expect.element(button('Stop')).not.toBeInTheDocument()
    await say('Weather?')
    await expect.element(page.getByText('Rain.')).toBeVisible()
    expect(why.query()).toBeNull()
    await button('Conversations').click()
    const left = view().getByRole('button', { name: /^Find lamps.*Stopped$/ })
    await expect.element(left).toBeVisible()
    expect(view().getByText('Stopped').elements()).toHaveLength(1)
    await left.click()
    await expect.element(why).toBeVisible()
    await say('Again')
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    expect(why.query()).toBeNull()
  })

  it('deletes after a second press, and not when that is given up', async () => {
    const { agent } = await renderCopilot(['Yes.'], {}, { storage: memoryStorage() })
    await say('Go')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await button('Conversations').click()
    const remove = view().getByRole('button', { name: 'Delete “Go”' })
    await remove.click()
    await expect.element(view().getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await remove.click()
    await view().getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('No conversation has been stored yet.')).toBeVisible()
    expect(await agent.sessions.list()).toEqual([])
  })

  it('has no button where nothing is stored', async () => {
    await renderCopilot([])
    await expect.element(field()).toBeVisible()
    expect(button('Conversations').query()).toBeNull()
  })

  it('says why there is no list when it cannot be read', async () => {
    const storage = memoryStorage()
    await renderCopilot([], {}, { storage })
    await expect.element(button('Conversations')).toBeVisible()
    vi.spyOn(storage, 'list').mockRejectedValue(storageError('unavailable', 'The disk is gone.'))
    await button('Conversations').click()
    const notice = view().getByRole('alert')
    await expect
      .element(notice)
      .toMatchTextContent('The conversations could not be read. The disk is gone.')
  })
})

describe('SessionList, by time', () => {
  it('has a heading for each day and month, which follows midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 23, 50) })
    onTestFinished(() => void vi.useRealTimers())
    await renderCopilot(['Two lamps.'], {}, { storage: await storedSessions(3) })
    await say('Find lamps')
    await expect.element(page.getByText('Two lamps.')).toBeVisible()
    await button('Conversations').click()
    const groupOf = (name: string) => view().getByRole('list', { name })
    await expect.element(groupOf('Today').getByText('Session 3')).toBeVisible()
    await expect.element(groupOf('Today').getByRole('time')).toMatchTextContent('11:50 PM')
    const old = new Date(2).getFullYear()
    const month = new Intl.DateTimeFormat('en', { month: 'long' }).format(2)
    const heading = view().getByRole('heading', { name: `${month} ${old}`, level: 4 })
    await expect.element(heading).toBeVisible()
    expect(groupOf(`${month} ${old}`).getByRole('listitem').elements()).toHaveLength(2)
    vi.setSystemTime(new Date(2026, 10, 24, 0, 10))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(groupOf('Yesterday').getByText('Session 3')).toBeVisible()
    await expect.element(groupOf('Today')).not.toBeInTheDocument()
  })
})

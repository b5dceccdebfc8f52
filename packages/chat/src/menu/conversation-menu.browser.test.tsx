import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import { storedConversation } from '../../test/stored-conversation.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

afterEach(() => vi.restoreAllMocks())

describe('ConversationMenu', () => {
  it('opens and is left by keyboard, and copies the conversation', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderCopilot(['Yes.'])
    await say('Go')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    button('More').element().focus()
    await userEvent.keyboard('{Enter}')
    const entry = (name: string) => page.getByRole('menuitem', { name })
    await expect.element(entry('New conversation')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    await expect.element(entry('Copy conversation as Markdown')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('More')).toHaveFocus()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(writeText).toHaveBeenCalledWith('**You**\n\nGo\n\n---\n\n**Assistant**\n\nYes.\n')
  })

  it('copies all of a stored conversation, of which the page has the end', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderCopilot([], {}, { storage: await storedConversation(40) })
    await expect.element(page.getByText('Question 39.', { exact: true })).toBeVisible()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Copy conversation as Markdown' }).click()
    await vi.waitFor(() => expect(writeText).toHaveBeenCalled(), 20_000)
    expect(writeText.mock.calls[0]?.[0].match(/Question \d+\./g)).toHaveLength(40)
  })

  it('begins a new conversation', async () => {
    const { agent } = await renderCopilot(['Yes.'])
    await say('Go')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.element(page.getByText('How can I help?')).toBeVisible()
    expect(agent.history.messages).toEqual([])
    await expect.element(field()).toHaveFocus()
  })

  it('says so when the browser does not let it copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
    await renderCopilot([])
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Copy conversation as Markdown' }).click()
    await expect.element(page.getByText('It could not be copied')).toBeInTheDocument()
  })

  it('saves the conversation as a file', async () => {
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    const createUrl = vi.spyOn(URL, 'createObjectURL')
    await renderCopilot(['Yes.'])
    await say('Go')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Save conversation as Markdown' }).click()
    expect(files).toEqual(['conversation.md'])
    const [blob] = createUrl.mock.calls[0] ?? []
    expect(blob instanceof Blob && (await blob.text())).toContain('**Assistant**\n\nYes.')
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../../test/render-copilot.tsx'
import { field } from '../../../test/say.ts'

// A PNG of one transparent pixel.
const png = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (char) => char.charCodeAt(0),
)
const picture = () => new File([png], 'pixel.png', { type: 'image/png' })

function hand(type: 'paste' | 'drop', files: File[]): void {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  const init = { bubbles: true, cancelable: true }
  field()
    .element()
    .dispatchEvent(
      type === 'paste'
        ? new ClipboardEvent('paste', { ...init, clipboardData: data })
        : new DragEvent('drop', { ...init, dataTransfer: data }),
    )
}

describe('Composer, with files', () => {
  it('sends what was picked, pasted and dropped, and shows images before', async () => {
    const { agent } = await renderCopilot(['I see.'], {
      composer: { attachments: { types: ['image/*', '.csv'] } },
    })
    const picker = page.getByLabelText('Add files').elements()[1] as HTMLInputElement
    await userEvent.upload(picker, new File(['a,b'], 'table.csv', { type: 'text/csv' }))
    hand('paste', [picture()])
    hand('drop', [new File(['x'], 'second.csv', { type: 'text/csv' })])
    const list = page.getByRole('list', { name: 'Files to send' })
    await expect.element(list.getByText('pixel.png')).toBeVisible()
    await expect
      .poll(() => (list.element().querySelector('img') as HTMLImageElement).naturalWidth)
      .toBe(1)
    await page.getByRole('button', { name: 'Remove second.csv' }).click()
    await userEvent.fill(field(), 'What is this?')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('I see.')).toBeVisible()
    expect(agent.history.messages[0]).toMatchObject({
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', filename: 'table.csv', mediaType: 'text/csv', data: btoa('a,b') },
        { type: 'image', filename: 'pixel.png', mediaType: 'image/png' },
      ],
    })
    await expect.element(list).not.toBeInTheDocument()
  })

  it.each([
    { 'text/plain': 'Ada\t12', 'text/html': '<table><tr><td>Ada</td><td>12</td></tr></table>' },
    { 'text/plain': 'https://example.com/a', 'text/uri-list': 'https://example.com/a' },
  ])('keeps the text that is pasted with a picture of it', async (texts) => {
    await renderCopilot([], { composer: { attachments: true } })
    const data = new DataTransfer()
    for (const [type, text] of Object.entries(texts)) data.setData(type, text)
    data.items.add(picture())
    const paste = new ClipboardEvent('paste', {
      bubbles: true,
      cancelable: true,
      clipboardData: data,
    })
    // The browser pastes the text itself, because nobody prevents that.
    expect(field().element().dispatchEvent(paste)).toBe(true)
    await expect.element(page.getByText('pixel.png')).toBeVisible()
  })

  it.each(['.ambit-transcript', '.ambit-header', '.ambit-panel'])(
    'takes a file that is dropped on %s',
    async (place) => {
      await renderCopilot([], { composer: { attachments: true } })
      await expect.element(field()).toBeVisible()
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'a.txt', { type: 'text/plain' }))
      const init = { bubbles: true, cancelable: true, composed: true, dataTransfer }
      const drag = (at: Element, type: string): boolean =>
        at.dispatchEvent(new DragEvent(type, init))
      const target = document.querySelector(place) as Element
      expect(drag(target, 'dragover')).toBe(false)
      expect(drag(target, 'drop')).toBe(false)
      await expect.element(page.getByText('a.txt', { exact: true })).toBeVisible()
      // The page beside the chat keeps its own drops.
      expect(drag(document.body, 'dragover')).toBe(true)
    },
  )

  it('takes a file on a page that keeps the browser from opening what is dropped', async () => {
    const prevent = (event: Event): void => event.preventDefault()
    for (const type of ['dragover', 'drop']) {
      document.addEventListener(type, prevent)
      onTestFinished(() => document.removeEventListener(type, prevent))
    }
    await renderCopilot([], { composer: { attachments: true } })
    await expect.element(field()).toBeVisible()
    hand('drop', [new File(['x'], 'a.txt', { type: 'text/plain' })])
    await expect.element(page.getByText('a.txt', { exact: true })).toBeVisible()
  })

  it('leaves drops to the browser without the option', async () => {
    await renderCopilot([])
    await expect.element(field()).toBeVisible()
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(picture())
    const init = { bubbles: true, cancelable: true, dataTransfer }
    expect(field().element().dispatchEvent(new DragEvent('drop', init))).toBe(true)
  })

  it('R62 marks the files that may hold text of others, and not what the user writes', async () => {
    const { agent } = await renderCopilot(['I see.'], {
      composer: { attachments: { types: ['.csv'], untrusted: true } },
    })
    hand('drop', [new File(['x'], 'bill.csv', { type: 'text/csv' })])
    await expect.element(page.getByText('bill.csv', { exact: true })).toBeVisible()
    await userEvent.fill(field(), 'What is this?')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('I see.')).toBeVisible()
    expect(agent.history.messages[0]).toMatchObject({
      taint: 'untrusted',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', filename: 'bill.csv', untrusted: true },
      ],
    })
    expect(agent.history.messages[0]?.content?.[0]).not.toHaveProperty('untrusted')
  })

  it('W21 says why a file was not taken, as text, and lets files alone go', async () => {
    const { agent } = await renderCopilot(['Yes.'], {
      composer: { attachments: { types: ['.csv'] } },
    })
    hand('drop', [new File(['x'], '<img src=x onerror=alert(1)>.html', { type: 'text/html' })])
    await expect
      .element(page.getByText('<img src=x onerror=alert(1)>.html was not added', { exact: false }))
      .toBeVisible()
    expect(document.querySelectorAll('img')).toHaveLength(0)
    hand('drop', [new File(['x'], 'a.csv', { type: 'text/csv' })])
    await expect.element(page.getByText('a.csv', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Yes.')).toBeVisible()
    expect(agent.history.messages[0]).toMatchObject({ content: [{ filename: 'a.csv' }] })
  })

  it('W22 takes no files where the app allows none, and pasted HTML is text', async () => {
    await renderCopilot([])
    hand('paste', [picture()])
    await expect.element(page.getByLabelText('Add files')).not.toBeInTheDocument()
    await expect.element(page.getByText('pixel.png')).not.toBeInTheDocument()
  })

  it('loses no file that is picked while something else is about to be drawn', async () => {
    await renderCopilot([], { composer: { attachments: { types: ['.csv'] } } })
    const picker = page.getByLabelText('Add files').elements()[1] as HTMLInputElement
    const pick = (name: string): void => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], name, { type: 'text/csv' }))
      picker.files = data.files
      picker.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // Both are picked in one task, before React renders the first.
    pick('first.csv')
    pick('second.csv')
    const list = page.getByRole('list', { name: 'Files to send' })
    await expect.element(list.getByText('first.csv')).toBeVisible()
    await expect.element(list.getByText('second.csv')).toBeVisible()
  })
})

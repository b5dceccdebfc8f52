import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'

const long = 'A line of a log that somebody pasted.\n'.repeat(3_000)
const element = () => field().element() as HTMLTextAreaElement

/** Puts a text into the field as a paste does. */
function paste(text: string): void {
  element().focus()
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
    element(),
    text,
  )
  element().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

const kept = (): string => Object.values({ ...sessionStorage }).join('')

describe('a long text in the field', () => {
  it('is not copied whole, and the field scrolls it by itself', async () => {
    await renderCopilot([])
    const before = element().offsetHeight
    paste(long)
    await expect.element(field()).toHaveValue(long)
    const box = element().parentElement as HTMLElement
    expect((box.dataset['copy'] ?? '').length).toBeLessThan(5_000)
    expect(box.scrollHeight).toBe(box.clientHeight)
    expect(element().scrollHeight).toBeGreaterThan(10_000)
    expect(element().offsetHeight).toBeGreaterThan(before)
    expect(element().offsetHeight).toBeLessThan(200)
  })

  it('is not written for each key, and is whole when the page is left', async () => {
    const { screen } = await renderCopilot([], {}, {})
    paste(long)
    await expect.element(field()).toHaveValue(long)
    const write = vi.spyOn(Storage.prototype, 'setItem')
    onTestFinished(() => write.mockRestore())
    element().setSelectionRange(long.length, long.length)
    for (let key = 0; key < 30; key++) {
      document.execCommand('insertText', false, 'x')
    }
    await expect.element(field()).toHaveValue(long + 'x'.repeat(30))
    expect(write.mock.calls.length).toBeLessThan(5)
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    await screen.unmount()
  })

  it('R84 is kept when the page is left, and gone as soon as it is sent', async () => {
    const { memoryStorage } = await import('@ambit/core/storage')
    const storage = { ...memoryStorage(), id: 'u1' }
    await renderCopilot(['Read.'], {}, { storage })
    paste(long)
    element().setSelectionRange(long.length, long.length)
    document.execCommand('insertText', false, 'the end')
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(kept()).toContain('the end')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('')
    expect(kept()).not.toContain('the end')
  })
})

import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { Copilot } from '../copilot.tsx'

const launcher = () => page.getByRole('button', { name: /^(Open|Close) assistant$/ }).last()
const dialog = () => page.getByRole('dialog', { name: 'Assistant' })

const focus = (element: HTMLElement | null): void => element?.focus()

/** Ends the page, and loads it again: the tab keeps its storage. */
async function reload(
  unmount: () => Promise<void>,
  props: Parameters<typeof renderCopilot>[1],
): ReturnType<typeof renderCopilot> {
  const kept = { ...sessionStorage } as Record<string, string>
  await unmount()
  return renderCopilot([], props, {}, <input aria-label="Page" ref={focus} />, kept)
}

describe('useKeptOpen', () => {
  afterEach(() => vi.restoreAllMocks())

  for (const form of ['popup', 'sidebar'] as const) {
    it(`has the ${form} open again after a reload, and leaves the focus alone`, async () => {
      const closed = { form, defaultOpen: false }
      const first = await renderCopilot([], closed)
      await expect.element(dialog()).not.toBeInTheDocument()
      await launcher().click()
      await expect.element(dialog()).toBeVisible()
      const second = await reload(first.screen.unmount, closed)
      await expect.element(dialog()).toBeVisible()
      await expect.element(page.getByRole('textbox', { name: 'Page' })).toHaveFocus()

      await page.getByRole('button', { name: 'Close assistant' }).first().click()
      await reload(second.screen.unmount, { form, defaultOpen: true })
      await expect.element(launcher()).toBeVisible()
      expect(dialog().query()).toBeNull()
    })
  }

  it('keeps nothing for an app that decides by itself, nor in a storage that is blocked', async () => {
    const onOpenChange = vi.fn()
    const { screen } = await renderCopilot([], { open: true, onOpenChange })
    await page.getByRole('button', { name: 'Close assistant' }).first().click()
    expect(onOpenChange).toHaveBeenCalledWith(false)
    expect({ ...sessionStorage }).toEqual({})
    await screen.unmount()

    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError')
    })
    await renderCopilot([], { defaultOpen: false })
    await launcher().click()
    await expect.element(dialog()).toBeVisible()
  })

  it('hydrates a page that was rendered on a server', async () => {
    await page.viewport(1000, 700)
    const agent = createAgent({ model: scriptedModel([]), name: 'shop' })
    const widget = (
      <AgentProvider agent={agent}>
        <Copilot />
      </AgentProvider>
    )
    sessionStorage.setItem('ambit-open:shop', 'true')
    const root = document.createElement('div')
    document.body.append(root)
    root.innerHTML = renderToString(widget)
    const before = document.activeElement
    const onRecoverableError = vi.fn()
    const hydrated = hydrateRoot(root, widget, { onRecoverableError })
    await expect.element(dialog()).toBeInTheDocument()
    await expect.poll(() => root.querySelector('[data-open]')).not.toBeNull()
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(before)
    hydrated.unmount()
    root.remove()
    sessionStorage.clear()
  })
})

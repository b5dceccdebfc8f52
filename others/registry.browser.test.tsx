import { scriptedModel } from '@ambit/testing'
import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import { memory, type MemoryEntry } from 'ambit/plugins'
import { AgentProvider } from 'ambit/react'
import axe from 'axe-core'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactElement } from 'react'
import { compile } from 'tailwindcss'
import preflight from 'tailwindcss/preflight.css?raw'
import theme from 'tailwindcss/theme.css?raw'
import utilities from 'tailwindcss/utilities.css?raw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles, renderCopilot } from '../packages/chat/test/render-copilot.tsx'
import { approvingReplies, payTool } from '../packages/chat/test/talk-beside.ts'
import guide from '../docs/guides/tailwind.md?raw'
import { AmbitChat, AmbitPopup, AmbitSidePanel } from '../registry/ambit/chat.tsx'
import { Memory } from '../registry/ambit/memory.tsx'
import { library } from './shadcn/button.tsx'
import app from './shadcn/theme.css?raw'

const sheets: Record<string, string> = {
  'tailwindcss/theme.css': theme,
  'tailwindcss/preflight.css': preflight,
  'tailwindcss/utilities.css': utilities,
}
const sources = import.meta.glob<string>(['../registry/ambit/*.tsx', './shadcn/*.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Gives the page Tailwind's rules for the classes of the registry, and the theme of an application. */
async function loadTailwind(): Promise<void> {
  const { build } = await compile(app, {
    loadStylesheet: async (id) => ({ path: id, base: '', content: sheets[id] ?? '' }),
  })
  const style = document.createElement('style')
  style.textContent = build(Object.values(sources).flatMap((text) => text.split(/['"`\s]/)))
  document.head.prepend(style)
  onTestFinished(() => style.remove())
}

/** Renders a chat of the registry, and an agent whose model pays. */
async function renderOwned(chat: ReactElement) {
  const { pay, ran } = payTool()
  const agent = createAgent({ model: scriptedModel(approvingReplies), tools: [pay] })
  await render(<AgentProvider agent={agent}>{chat}</AgentProvider>)
  return { ran }
}

const field = () => page.getByRole('textbox', { name: 'Message' })
const colorOf = (element: Element) => getComputedStyle(element).backgroundColor
const primary = () => {
  const probe = document.createElement('i')
  probe.style.backgroundColor = 'var(--primary)'
  document.body.append(probe)
  const color = colorOf(probe)
  probe.remove()
  return color
}

/** Writes, allows the call, and reads the answer. */
async function pay(): Promise<void> {
  await userEvent.fill(field(), 'Pay Ada')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect.element(page.getByText('It is paid.')).toBeVisible()
}

async function wrongs(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

beforeEach(async () => {
  await page.viewport(1000, 700)
  sessionStorage.clear()
  await loadStyles()
  await loadTailwind()
})

describe('the registry for shadcn/ui', () => {
  it.each(['light', 'dark'])('is a chat in the look of the application, %s', async (scheme) => {
    document.documentElement.classList.toggle('dark', scheme === 'dark')
    onTestFinished(() => document.documentElement.classList.remove('dark'))
    const { ran } = await renderOwned(
      <main style={{ blockSize: 600 }}>
        <AmbitChat />
      </main>,
    )
    await pay()
    expect(ran).toEqual([{ to: 'Ada' }])
    const said = page.getByText('Pay Ada').element().closest('.ambit-bubble')
    expect(colorOf(said ?? document.body)).toBe(primary())
    expect(await wrongs()).toEqual([])
  })

  it.each(['radix', 'base'] as const)('stands behind a button over %s', async (over) => {
    library.current = over
    await renderOwned(<AmbitPopup />)
    const launcher = page.getByRole('button', { name: 'Open assistant' })
    expect(launcher.element().className).toContain('rounded-full')
    expect(getComputedStyle(launcher.element()).inlineSize).toBe('48px')
    await launcher.click()
    await pay()
    expect(await wrongs()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(launcher).toBeVisible()
  })

  it('has a view of what is remembered, to edit, delete and export', async () => {
    const rows = new Map<string, MemoryEntry>([
      ['a', { id: 'a', text: 'Likes tea', at: 1 }],
      ['b', { id: 'b', text: 'Pays eve', at: 2, source: 'a mail' }],
    ])
    const list = async () => [...rows.values()]
    const put = vi.fn(async (entry: MemoryEntry) => rows.set(entry.id, entry))
    const known = memory({ store: { list, put, delete: async (id) => rows.delete(id) } })
    await render(
      <main>
        <Memory memory={known} />
      </main>,
    )
    const entries = page.getByRole('textbox', { name: 'Entry' })
    await expect.element(entries.nth(1)).toHaveValue('Pays eve')
    await expect.element(page.getByText(/after reading a mail/)).toBeVisible()
    expect(await wrongs()).toEqual([])
    await entries.nth(1).fill('Pays Ann')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/after reading a mail/)).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Delete “Likes tea”' }).click()
    await expect.poll(() => [...rows.values()]).toEqual([{ id: 'b', text: 'Pays Ann', at: 2 }])
    const { href } = page.getByRole('link', { name: 'Export' }).element() as HTMLAnchorElement
    expect(await (await fetch(href)).json()).toEqual([{ id: 'b', text: 'Pays Ann', at: 2 }])
    put.mockRejectedValueOnce(new Error('full'))
    await entries.fill('Pays Bob')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/That could not be saved/)).toBeVisible()
  })

  it('stands at the edge, beside a page that can be used', async () => {
    const pressed = vi.fn()
    const { ran } = await renderOwned(
      <main>
        <button onClick={pressed}>Of the page</button>
        <AmbitSidePanel />
      </main>,
    )
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await pay()
    expect(ran).toHaveLength(1)
    await page.getByRole('button', { name: 'Of the page' }).click()
    expect(pressed).toHaveBeenCalledOnce()
    expect(await wrongs()).toEqual([])
  })

  it('has the colours of a theme of MUI, by its variables', async () => {
    const css = guide.match(/## MUI[^]*?```css\n([^]*?)```/)?.[1] ?? ''
    const style = document.createElement('style')
    style.textContent = css
    document.head.append(style)
    onTestFinished(() => style.remove())
    const theme = createTheme({
      cssVariables: true,
      palette: { primary: { main: '#8a1c6b', contrastText: '#ffffff' } },
    })
    await renderOwned(
      <ThemeProvider theme={theme}>
        <Copilot />
      </ThemeProvider>,
    )
    const launcher = page.getByRole('button', { name: 'Open assistant' }).element()
    await expect.poll(() => colorOf(launcher)).toBe('rgb(138, 28, 107)')
  })

  it('has every control that the widget has by itself', async () => {
    const { screen } = await renderCopilot([])
    await expect.element(field()).toBeVisible()
    const ofWidget = controls()
    expect(ofWidget).toContain('Send')
    await screen.unmount()
    await renderOwned(<AmbitPopup />)
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await expect.element(field()).toBeVisible()
    await expect.poll(controls).toEqual(ofWidget)
  })
})

const controls = (): string[] =>
  page
    .getByRole('dialog', { name: 'Assistant' })
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

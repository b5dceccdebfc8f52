import { describe, expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from '../src/devtools.tsx'
import { createBeeper, panelOf, pressShortcut, untilClosed, untilOpen } from './panel-page.ts'

const script = new URL('./frame-page.tsx', import.meta.url).href

/** Loads a page with devtools of its own into an empty window. */
async function load(window: Window, title: string): Promise<Document> {
  const { document } = window
  // Vitest calls this for each `import()` of a module that it serves.
  Object.assign(window, {
    __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
  })
  document.title = title
  const element = document.createElement('script')
  element.type = 'module'
  element.src = script
  document.body.append(element)
  await expect.poll(() => 'ready' in document.documentElement.dataset).toBe(true)
  return document
}

function addFrame(document: Document): Window {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  if (!frame.contentWindow) throw new Error('The frame has no window.')
  return frame.contentWindow
}

const shortcut = { key: 'a', code: 'KeyA', ctrlKey: true, altKey: true, bubbles: true }
const agentOf = (page: Document): string | undefined =>
  panelOf(page)?.querySelector('option')?.textContent

describe('AmbitDevtools', () => {
  it('16 opens in the nested frame that has the keys, and not around it', async () => {
    const shown = await render(<AmbitDevtools agents={[createBeeper('page')]} />)
    const outer = addFrame(document)
    const middle = await load(outer, 'frame')
    const inner = await load(addFrame(middle), 'nested frame')
    inner.defaultView?.focus()
    await pressShortcut()
    await untilOpen(inner)
    expect(agentOf(inner)).toBe('agent of nested frame')
    expect([panelOf(middle), panelOf()]).toEqual([undefined, undefined])
    outer.focus()
    await pressShortcut()
    await untilOpen(middle)
    expect(agentOf(middle)).toBe('agent of frame')
    expect(panelOf()).toBeUndefined()
    window.focus()
    document.body.focus()
    await pressShortcut()
    await untilOpen()
    expect(agentOf(document)).toBe('page')
    await shown.unmount()
    await untilClosed()
    expect(panelOf(middle)).toBeTruthy()
  })

  it('16 opens in a popup window', async () => {
    const popup = window.open('', '', 'width=500,height=400')
    if (!popup) throw new Error('No popup opened.')
    onTestFinished(() => popup.close())
    const page = await load(popup, 'popup')
    page.dispatchEvent(new KeyboardEvent('keydown', shortcut))
    await untilOpen(page)
    expect(agentOf(page)).toBe('agent of popup')
    expect(panelOf()).toBeUndefined()
    page.dispatchEvent(new KeyboardEvent('keydown', shortcut))
    await untilClosed(page)
  })
})

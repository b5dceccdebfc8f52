import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { type CSSProperties, StrictMode } from 'react'
import { createPortal } from 'react-dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles, renderCopilot } from '../../../test/render-copilot.tsx'
import { field, say } from '../../../test/say.ts'
import { Copilot, panel } from '../../copilot.tsx'
import { isInChat } from '../../is-in-chat.ts'
import type { CopilotProps } from '../../opening/late-copilot.tsx'

const dialog = () => page.getByRole('dialog', { name: 'Assistant' })
const launcher = () => page.getByRole('button', { name: 'Open assistant' })
const boxOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return [left, right, top, bottom]
}

/** Renders the widget inside an element with a style, over which the page shows something. */
async function renderInside(style: CSSProperties, props: CopilotProps) {
  await page.viewport(1000, 700)
  // An earlier test may have left the dialog open.
  sessionStorage.clear()
  await Promise.all([loadStyles(), panel.load()])
  const agent = createAgent({ model: scriptedModel(['Hello.']) })
  return render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <div style={{ ...style, overflow: 'hidden', height: 30, pointerEvents: 'none' }}>
          <Copilot {...props} />
        </div>
        <div style={{ position: 'fixed', inset: 0, zIndex: 2147483647 }} />
      </AgentProvider>
    </StrictMode>,
  )
}

const wrappers: readonly CSSProperties[] = [
  { transform: 'translateY(-40px)' },
  { filter: 'blur(0px) opacity(0.9)' },
  { willChange: 'transform' },
  { contain: 'paint' },
  { backdropFilter: 'blur(2px)' },
  { perspective: '100px' },
]

describe('TopLayer', () => {
  for (const style of wrappers) {
    it(`keeps popup, sidebar and button in their place inside ${JSON.stringify(style)}`, async () => {
      await renderInside(style, {})
      expect(boxOf(launcher().element())).toEqual([924, 980, 624, 680])
      await launcher().click()
      await expect.element(field()).toHaveFocus()
      await expect.poll(() => boxOf(dialog().element())).toEqual([580, 980, 24, 612])
      await userEvent.keyboard('Hi{Enter}')
      await expect.element(page.getByText('Hello.')).toBeVisible()
    })
  }

  it('keeps a sidebar in its place', async () => {
    await renderInside({ transform: 'rotate(3deg)' }, { form: 'sidebar', defaultOpen: true })
    expect(boxOf(dialog().element())).toEqual([660, 1000, 0, 700])
  })

  it('stands in the page, by its z-index, without the top layer', async () => {
    await renderCopilot([], { place: { topLayer: false } })
    expect(document.querySelector(':popover-open')).toBeNull()
    await expect.poll(() => boxOf(dialog().element())).toEqual([580, 980, 24, 612])
    expect(getComputedStyle(dialog().element()).zIndex).toBe('1000')
  })

  it('stands in a container while there is one, with its look and what it shows', async () => {
    const box = document.createElement('section')
    document.body.append(box)
    onTestFinished(() => box.remove())
    const props: CopilotProps = { className: 'mine', theme: 'dark', place: { container: box } }
    await renderCopilot(['**Bold** words.'], props)
    await say('Hi')
    await expect.element(page.getByText('Bold')).toBeVisible()
    expect(box.contains(dialog().element())).toBe(true)
    const color = getComputedStyle(dialog().element()).backgroundColor
    expect(color).toBe('rgb(24, 24, 29)')
    expect(box.firstElementChild?.classList.contains('mine')).toBe(true)
    box.remove()
    await expect.element(page.getByText('Bold')).toBeVisible()
    expect(dialog().element().closest('.ambit-place')).not.toBeNull()
    expect(getComputedStyle(dialog().element()).backgroundColor).toBe(color)
  })

  it('stands at the other side, away from the edges, as it is told', async () => {
    await renderCopilot([], { place: { side: 'start', offset: { x: 40, y: 90 } } })
    expect(boxOf(dialog().element())).toEqual([40, 440, 24, 542])
    await userEvent.click(field())
    await userEvent.keyboard('{Escape}')
    expect(boxOf(launcher().element())).toEqual([40, 96, 554, 610])
  })

  it('has an element for popups, which a full screen leaves usable', async () => {
    await renderCopilot([])
    await page.viewport(390, 700)
    const popups = document.querySelector<HTMLElement>('.ambit-layer > .ambit-popups')
    await expect.element(dialog()).toHaveAttribute('aria-modal', 'true')
    expect(popups?.inert).toBe(false)
    expect(popups?.nextElementSibling).toBeNull()
  })

  it('works in a shadow root and in a frame', async () => {
    sessionStorage.clear()
    const host = document.createElement('div')
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width: 900px; height: 600px'
    document.body.append(host, frame)
    onTestFinished(() => [host, frame].forEach((element) => element.remove()))
    const root = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('main'))
    const body = frame.contentDocument?.body as HTMLElement
    await Promise.all([loadStyles(), panel.load()])
    const link = document.querySelector('link[rel=stylesheet][href*="styles.css"]') as Element
    host.shadowRoot?.append(link.cloneNode())
    body.ownerDocument.head.append(link.cloneNode())
    const agent = createAgent({ model: scriptedModel([]) })
    const onOpenChange = () => undefined
    await render(
      <AgentProvider agent={agent}>
        {[root, body].map((place) =>
          createPortal(<Copilot {...{ onOpenChange }} />, place, place.localName),
        )}
      </AgentProvider>,
    )
    for (const place of [root, body]) {
      const button = place.querySelector('.ambit-launcher') as HTMLElement
      button.click()
      const text = place.querySelector('textarea') as HTMLElement
      await expect.poll(() => text.matches(':focus')).toBe(true)
      expect(place.querySelector('.ambit-layer')?.matches(':popover-open')).toBe(true)
      expect(isInChat(text)).toBe(true)
    }
    expect(isInChat(root)).toBe(false)
  })
})

import axe from 'axe-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createBeeper, inPanel, panelOf, untilClosed, untilOpen } from '../../test/panel-page.ts'
import { AmbitDevtools } from '../devtools.tsx'
import { tabs } from './tabs.ts'

const focused = (): Element | null | undefined => panelOf()?.activeElement
const chosen = (): string | null => inPanel('[role=tab][aria-selected=true]').textContent
const height = (): number => inPanel('section').getBoundingClientRect().height
const percent = (): number => Math.round((100 * height()) / innerHeight)

describe('Panel', () => {
  beforeEach(async () => {
    localStorage.clear()
    const shown = await render(<AmbitDevtools agents={[createBeeper()]} defaultOpen />)
    await untilOpen()
    return async () => {
      await shown.unmount()
      await untilClosed()
    }
  })

  it('tells the page its height, so that a chat stays above it', async () => {
    const told = (): string => document.documentElement.style.getPropertyValue('--ambit-bottom')
    await expect.poll(told).toBe('45vh')
    inPanel('[role=separator]').focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(told).toBe('50vh')
    inPanel('.close').click()
    await expect.poll(told).toBe('')
  })

  it('18 moves between the tabs by arrow keys, Home and End', async () => {
    inPanel('[role=tab]').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([chosen(), focused()?.textContent]).toEqual(['Requests', 'Requests'])
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect([chosen(), focused()?.textContent]).toEqual(['Save', 'Save'])
    await userEvent.keyboard('{Home}')
    expect(chosen()).toBe('Timeline')
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(chosen()).toBe('Timeline')
    expect(panelOf()?.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
    const content = inPanel('[role=tabpanel]')
    expect(panelOf()?.getElementById(content.getAttribute('aria-labelledby') ?? '')).toBe(focused())
    expect(focused()?.getAttribute('aria-controls')).toBe(content.id)
  })

  it('18 is reached by Tab: its edge, Close, the agent, one tab, and the content', async () => {
    inPanel('[role=separator]').focus()
    const names: (string | null | undefined)[] = []
    for (let at = 0; at < 4; at++) {
      await userEvent.keyboard('{Tab}')
      names.push(focused()?.getAttribute('aria-label') ?? focused()?.role)
    }
    expect(names).toEqual(['Close', 'Agent', 'tab', 'tabpanel'])
  })

  it('18 has no fault that axe knows, in any tab, in light and dark', async () => {
    for (const { name } of tabs) {
      inPanel(`#tab-${name}`).click()
      await expect.poll(() => inPanel(`#tab-${name}`).ariaSelected).toBe('true')
      for (const scheme of ['light', 'dark']) {
        const host = panelOf()?.host as HTMLElement
        host.style.colorScheme = scheme
        const { violations } = await axe.run(inPanel('section'))
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
    }
  })

  it('changes its height by keys and keeps it', async () => {
    expect(percent()).toBe(45)
    inPanel('[role=separator]').focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(percent()).toBe(55)
    await userEvent.keyboard('{ArrowDown}')
    expect(inPanel('[role=separator]').ariaValueNow).toBe('50')
    await userEvent.keyboard('{Home}')
    expect(percent()).toBe(15)
    await userEvent.keyboard('{End}{ArrowUp}')
    expect(percent()).toBe(90)
    expect(localStorage.getItem('ambit-devtools-height')).toBe('90')
  })

  it('changes its height by dragging', async () => {
    const edge = inPanel('[role=separator]')
    const at = (clientY: number): PointerEventInit => ({ pointerId: 1, clientY, bubbles: true })
    // A pointer that no device made cannot be captured.
    vi.spyOn(edge, 'setPointerCapture').mockReturnValue()
    vi.spyOn(edge, 'hasPointerCapture').mockReturnValue(true)
    edge.dispatchEvent(new PointerEvent('pointerdown', at(innerHeight * 0.55)))
    edge.dispatchEvent(new PointerEvent('pointermove', at(innerHeight * 0.3)))
    await expect.poll(percent).toBe(70)
    edge.dispatchEvent(new PointerEvent('lostpointercapture', at(0)))
    expect(localStorage.getItem('ambit-devtools-height')).toBe('70')
  })

  it('keeps its keys and clicks from the page, but for the shortcut', async () => {
    const heard: string[] = []
    const hear = ({ type }: Event): void => void heard.push(type)
    const types = ['keydown', 'pointerdown', 'click', 'focusin']
    for (const type of types) document.addEventListener(type, hear)
    inPanel('#tab-tools').focus()
    inPanel('#tab-tools').click()
    await userEvent.keyboard('x')
    expect(heard).toEqual([])
    for (const type of types) document.removeEventListener(type, hear)
    await userEvent.keyboard('{Control>}{Alt>}a{/Alt}{/Control}')
    await untilClosed()
  })

  it('closes at its button', async () => {
    inPanel('[aria-label=Close]').click()
    await untilClosed()
  })

  it('is no wider than a narrow page, and no rule of the page moves it', async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'div, body > * { position: static !important; transform: scale(.5); font: 40px serif; letter-spacing: 9px }',
    )
    document.adoptedStyleSheets = [sheet]
    await page.viewport(360, 640)
    const box = inPanel('section').getBoundingClientRect()
    expect([box.left, box.right, box.bottom]).toEqual([0, 360, 640])
    expect(getComputedStyle(inPanel('.close')).letterSpacing).toBe('normal')
    const close = inPanel('.close').getBoundingClientRect()
    expect(close.right).toBeLessThanOrEqual(360)
    document.adoptedStyleSheets = []
    await page.viewport(1024, 768)
  })
})

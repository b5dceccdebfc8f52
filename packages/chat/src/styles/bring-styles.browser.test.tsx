import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { createPortal } from 'react-dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { loadStyles } from '../../test/render-copilot.tsx'
import { Root } from '../root.tsx'
import parts from '../parts.css?inline'
import first from '../styles.css?inline'
import { addStyles, keepStyles } from './bring-styles.ts'

/** Adds a style sheet to a tree, until the test ends. */
function add(text: string, to: Node = document.head): HTMLStyleElement {
  const style = document.createElement('style')
  style.textContent = text
  to.appendChild(style)
  onTestFinished(() => style.remove())
  return style
}

/** Keeps the styles in the tree of a new element, until the test ends. */
function keepIn(parent: Node): HTMLElement {
  const element = parent.appendChild(document.createElement('i'))
  element.className = 'test-late'
  const release = keepStyles(element)
  onTestFinished(() => {
    release()
    element.remove()
  })
  return element
}

const colorOf = (element: Element): string => getComputedStyle(element).color
const [red, green, blue] = ['rgb(255, 0, 0)', 'rgb(0, 128, 0)', 'rgb(0, 0, 255)']
addStyles('.test-late { color: red }')

describe('the styles that come with code', () => {
  it('count as much as those of `styles.css`: less than every rule of the page in no layer', () => {
    add('.test-late { color: blue }')
    add(first)
    const element = keepIn(document.body)
    expect(colorOf(element)).toBe(blue)
  })

  it('count less than utilities of the page, and more than its base styles', () => {
    add(first)
    add('@layer base, utilities; @layer base { .test-late { color: blue } }')
    const element = keepIn(document.body)
    expect(colorOf(element)).toBe(red)
    add('@layer utilities { .test-late { color: green } }')
    expect(colorOf(element)).toBe(green)
  })

  it('stay in the layer into which the page puts `styles.css`', () => {
    add(`@layer widget { ${first} }`)
    const element = keepIn(document.body)
    expect(colorOf(element)).toBe(red)
    add('i { color: blue }')
    expect(colorOf(element)).toBe(blue)
  })

  it('count more than every one of two `styles.css`, whichever was there first', () => {
    add(first)
    const element = keepIn(document.body)
    add(`@layer ambit.parts { .test-late { color: blue } } ${first}`)
    addStyles('.test-late { background: red }')
    expect(colorOf(element)).toBe(red)
  })

  it('that come later count more than those before', () => {
    add(first)
    const element = keepIn(document.body)
    addStyles('.test-late { color: green }')
    expect(colorOf(element)).toBe(green)
    addStyles('.test-late { color: red; }')
    expect(colorOf(element)).toBe(red)
  })

  it('are in the shadow root that has `styles.css`, and in no other tree', () => {
    const host = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => host.remove())
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(first)
    root.adoptedStyleSheets = [sheet]
    expect(colorOf(keepIn(root))).toBe(red)
    expect(colorOf(keepIn(document.body))).not.toBe(red)
  })

  it('come when `styles.css` comes after the chat, and again when it is replaced', async () => {
    const element = keepIn(document.body)
    expect(colorOf(element)).not.toBe(red)
    const style = add(first)
    await expect.poll(() => colorOf(element)).toBe(red)
    style.remove()
    expect(colorOf(element)).not.toBe(red)
    add(first)
    await expect.poll(() => colorOf(element)).toBe(red)
  })

  it('are not added to a page that has `parts.css`', () => {
    add(first + parts)
    add(parts)
    const before = [...document.styleSheets].map(({ cssRules }) => cssRules.length)
    keepIn(document.body)
    const after = [...document.styleSheets].map(({ cssRules }) => cssRules.length)
    expect(after.at(-1)).toBe(before.at(-1))
  })

  it('are there before the effects of a part run, in the page and in a shadow root', async () => {
    await loadStyles()
    const host = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => host.remove())
    const root = host.attachShadow({ mode: 'open' })
    add(first, root)
    const agent = createAgent({ model: scriptedModel([]) })
    for (const place of [document.body, root.appendChild(document.createElement('main'))]) {
      const displays: string[] = []
      const note = (element: HTMLElement | null): void => {
        if (element) displays.push(getComputedStyle(element).minWidth)
      }
      await render(
        <AgentProvider agent={agent}>
          {createPortal(
            <Root>
              <p className="ambit-hint" ref={note} />
            </Root>,
            place,
          )}
        </AgentProvider>,
      )
      expect(displays).toEqual(['0px'])
    }
  })
})

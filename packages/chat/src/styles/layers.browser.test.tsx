import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles, renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { Chat } from '../index.ts'

/** Gives the page a style sheet, until the test ends. */
function add(text: string): void {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
  onTestFinished(() => style.remove())
}

/** The base styles and the utilities of a page with Tailwind, in its layers. */
const tailwind = `@layer theme, base, components, utilities;
  @layer base {
    *, ::before, ::after { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box }
    button { background-color: transparent; font: inherit }
  }
  @layer utilities {
    .bg-red { background-color: rgb(255, 0, 0) }
    .p-40 { padding: 40px }
    .border { border-width: 1px }
  }`

const styleOf = (selector: string, pseudo?: string): CSSStyleDeclaration => {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`No ${selector}`)
  return getComputedStyle(element, pseudo)
}

describe('the layers of the styles', () => {
  it("let a page's utilities count on parts, and on the elements of the application", async () => {
    await loadStyles()
    add(tailwind)
    const agent = createAgent({ model: scriptedModel([]) })
    await render(
      <AgentProvider agent={agent}>
        <Chat.Root>
          <Chat.Panel>
            <Chat.Header className="bg-red p-40" />
            <aside className="border bg-red">Hello</aside>
            <Chat.Composer className="bg-red" />
          </Chat.Panel>
        </Chat.Root>
      </AgentProvider>,
    )
    for (const part of ['.ambit-header', '.ambit-composer', 'aside']) {
      expect(styleOf(part).backgroundColor).toBe('rgb(255, 0, 0)')
    }
    expect(styleOf('.ambit-header').paddingTop).toBe('40px')
    // The base styles of the page are there for its own element.
    expect(styleOf('aside').borderTop).toBe('1px solid rgb(28, 28, 36)')
  })

  it("keep out the page's styles for elements, in a layer or in none", async () => {
    const { screen } = await renderCopilot([])
    const parts = ['.ambit-header', '.ambit-composer textarea', '.ambit-send', '.ambit-header h2']
    const look = (): readonly string[] =>
      parts.map((part) => {
        const { color, font, padding, margin, backgroundColor, border, outline, boxShadow } =
          styleOf(part)
        return [color, font, padding, margin, backgroundColor, border, outline, boxShadow].join(
          ' · ',
        )
      })
    await screen.getByRole('textbox', { name: 'Message' }).click()
    const before = look()
    expect(new Set(before).size).toBe(parts.length)
    add(tailwind)
    add(`:focus, :focus-visible { outline: 9px solid; box-shadow: 0 0 9px } * { margin: 7px } button, h2, form, header, textarea, div {
      padding: 33px; border: 3px solid; color: red; background: lime; font-size: 40px
    }
    h2::before { content: 'No' }`)
    expect(look()).toEqual(before)
    expect(styleOf('.ambit-header h2', '::before').content).toBe('none')
  })

  it("keep out the page's styles for the state of an element, but not those of a class", async () => {
    const adding = tool('add', (_, ctx) => ctx.undo(() => undefined))
    await renderCopilot([calls(call('add'), call('add')), 'Added.'], {}, { tools: [adding] })
    add(`button:hover { background: lime; color: lime } .ambit-header { background: lime }`)
    const lime = 'rgb(0, 255, 0)'
    await say('Add')
    const all = page.getByRole('button', { name: 'Undo all' })
    await all.hover()
    expect(all.element().matches(':hover')).toBe(true)
    expect(getComputedStyle(all.element()).backgroundColor).not.toBe(lime)
    expect(getComputedStyle(all.element()).color).not.toBe(lime)
    await page.getByRole('heading', { level: 2 }).first().hover()
    expect(document.querySelector('.ambit-header')?.matches(':hover')).toBe(true)
    expect(styleOf('.ambit-header').backgroundColor).toBe(lime)
  })

  it("keep out the page's rules for an attribute that are in a layer", async () => {
    await renderCopilot([])
    const before = styleOf('.ambit-composer button').padding
    add(`@layer base { [type='button'], .dark [type='submit'] { padding: 33px } }`)
    document.documentElement.classList.add('dark')
    onTestFinished(() => document.documentElement.classList.remove('dark'))
    const buttons = [...document.querySelectorAll('.ambit-chat button')]
    expect(buttons.length).toBeGreaterThan(2)
    expect(buttons.map((each) => getComputedStyle(each).padding)).not.toContain('33px')
    expect(styleOf('.ambit-composer button').padding).toBe(before)
  })

  it("let a later class of the page's count that is in no layer", async () => {
    await loadStyles()
    add('.mine { padding: 41px }')
    const agent = createAgent({ model: scriptedModel([]) })
    await render(
      <AgentProvider agent={agent}>
        <Chat.Root>
          <Chat.Header className="mine" />
        </Chat.Root>
      </AgentProvider>,
    )
    expect(styleOf('.ambit-header').paddingTop).toBe('41px')
  })
})

import { lazy, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { renderCopilot } from '../../test/render-copilot.tsx'
import type { CodeBlockSource, LinkSource } from './markdown-options.ts'
import { Markdown, preloadMarkdown } from './markdown.tsx'

const code = '1. run:\n   ```mermaid\n   graph TD\n   ```\n'
const Failing = (): ReactElement => {
  throw new Error('a renderer that fails')
}

describe('the renderers of an application', () => {
  beforeEach(preloadMarkdown)
  afterEach(() => vi.restoreAllMocks())

  it('renders code by its language, keeps the copy button, and says when the code is complete', async () => {
    const seen: CodeBlockSource[] = []
    const renderCode = (source: CodeBlockSource) => {
      seen.push(source)
      return source.language === 'mermaid' ? <figure>{source.text}</figure> : undefined
    }
    const screen = await render(
      <Markdown text={code.slice(0, 30)} streaming renderCode={renderCode} />,
    )
    await expect.element(screen.getByRole('figure')).toMatchTextContent('graph')
    expect(seen.at(-1)).toMatchObject({ language: 'mermaid', isComplete: false })
    await screen.rerender(
      <Markdown text={`${code}\n\`\`\`ts\nx\n\`\`\`\n`} renderCode={renderCode} />,
    )
    await expect.element(screen.getByRole('group', { name: 'Code, ts' })).toMatchTextContent('x')
    await expect.element(screen.getByRole('button', { name: 'Copy code' }).first()).toBeVisible()
    expect(
      seen.every(
        ({ isComplete }, at) => isComplete || at === 0 || seen[at - 1]?.isComplete === false,
      ),
    ).toBe(true)
    expect(seen.findLast(({ language }) => language === 'mermaid')).toEqual({
      text: 'graph TD',
      language: 'mermaid',
      isComplete: true,
    })
  })

  it('shows the code as it is while the code of a renderer loads', async () => {
    const Chart = lazy(() => new Promise<never>(() => undefined))
    const screen = await render(
      <Markdown text={'```chart\n1,2\n```'} renderCode={() => <Chart />} />,
    )
    await expect
      .element(screen.getByRole('group', { name: 'Code, chart' }))
      .toMatchTextContent('1,2')
  })

  it('shows code, formulas and links as they are when a renderer throws, and tells it once', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const text = '```ts\nx\n```\n\n```ts\ny\n```\n\n$a^2$ and [site](https://a.example/)'
    const screen = await render(
      <Markdown
        text={text}
        renderCode={Failing}
        renderMath={() => <Failing />}
        renderLink={() => <Failing />}
      />,
    )
    await expect
      .element(screen.getByRole('group', { name: 'Code, ts' }).first())
      .toMatchTextContent('x')
    await expect.element(screen.getByText('$a^2$')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'site' })).toBeVisible()
    // React tells the errors, too.
    const about = told.mock.calls.flatMap(
      ([message]) => /^\[ambit\] (render\w+) threw/.exec(String(message))?.[1] ?? [],
    )
    expect(about.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'renderCode',
      'renderLink',
      'renderMath',
    ])
  })

  it('keeps every character of a formula, and renders it where the application can', async () => {
    const text = 'So $a*b*c$, \\(x_1*y_2*z\\) and $5 or *$10*.\n\n\\[ E = m\\,c^2 \\]\n'
    const screen = await render(<Markdown text={text} />)
    await expect.element(screen.getByText('\\[ E = m\\,c^2 \\]')).toBeVisible()
    await expect
      .element(screen.getByText(/^So/))
      .toMatchTextContent('So $a*b*c$, \\(x_1*y_2*z\\) and $5 or $10.')
    await screen.rerender(
      <Markdown
        text={text}
        renderMath={({ text, display }) => <kbd data-display={display}>{text}</kbd>}
      />,
    )
    const shown = [...screen.container.querySelectorAll('kbd')]
    expect(shown.map((one) => [one.textContent, one.dataset['display']])).toEqual([
      ['a*b*c', 'false'],
      ['x_1*y_2*z', 'false'],
      ['E = m\\,c^2', 'true'],
    ])
  })

  it('W4 opens its own pages by the application, and leaves other presses to the browser', async () => {
    const onNavigate = vi.fn<(path: string) => void>()
    const text = `[Order 17](/orders/17?x=1#y) [same](${location.origin}/a) [bad](//other.example) [script](javascript:1)`
    const screen = await render(<Markdown text={text} onNavigate={onNavigate} />)
    const link = screen.getByRole('link', { name: 'Order 17' })
    await expect.element(link).toHaveAttribute('href', `${location.origin}/orders/17?x=1#y`)
    await userEvent.click(link)
    await userEvent.click(screen.getByRole('link', { name: 'same' }))
    expect(onNavigate.mock.calls).toEqual([['/orders/17?x=1#y'], ['/a']])
    expect(screen.getByRole('link').elements()).toHaveLength(2)
    const defaults: boolean[] = []
    const note = (event: Event): void => {
      defaults.push(event.defaultPrevented)
      event.preventDefault()
    }
    window.addEventListener('click', note)
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) {
      const press = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true })
      link.element().dispatchEvent(press)
    }
    window.removeEventListener('click', note)
    expect(defaults).toEqual([false, false, false, false])
    expect(onNavigate).toHaveBeenCalledTimes(2)
  })

  it('W4 shows a path as text without an application that opens it', async () => {
    const screen = await render(<Markdown text="[Order 17](/orders/17)" />)
    await expect.element(screen.getByText('Order 17')).toBeVisible()
    expect(screen.container.querySelector('a')).toBeNull()
  })

  it('gives a renderer of links only what the policy lets through', async () => {
    const seen: LinkSource[] = []
    const text = `[a](https://a.example/) [b](javascript:1) [c](/orders) [d](https://far.example/?${'x'.repeat(300)})`
    const screen = await render(
      <Markdown
        text={text}
        onNavigate={() => undefined}
        renderLink={(link) => {
          seen.push(link)
          return <i>{link.children}</i>
        }}
      />,
    )
    await expect.element(screen.getByText('a', { exact: true })).toBeVisible()
    expect([...screen.container.querySelectorAll('i')].map((one) => one.textContent)).toEqual([
      'a',
      'c',
    ])
    expect(seen.map(({ path }) => path)).toContain('/orders')
    await expect.element(screen.getByRole('link', { name: 'd' })).toBeVisible()
  })

  it('leads from a mark to its footnote and back, in its own message', async () => {
    const text =
      'One[^a], two[^b] and again[^a]. Not[^c].\n\n[^a]: The *first*.\n[^b]: The second.\n'
    const screen = await render(
      <>
        <Markdown text="Other[^a].\n\n[^a]: Of another message." />
        <Markdown text={text} />
      </>,
    )
    const mark = screen.getByRole('button', { name: 'Footnote 1' }).nth(1)
    await userEvent.click(mark)
    const note = screen.getByRole('note', { name: 'Footnote 1' }).last()
    await expect.element(note).toHaveFocus()
    await expect.element(note).toMatchTextContent('The first.')
    await userEvent.click(note.getByRole('button', { name: 'Back to the text' }))
    const [, message] = screen.container.querySelectorAll('.ambit-markdown')
    expect(document.activeElement).toBe(message?.querySelector('button'))
    await expect.element(screen.getByText(/Not\[\^c\]/)).toBeVisible()
    expect(screen.container.querySelector('[id]')).toBeNull()
  })

  it('breaks lines in the cells of a table', async () => {
    const screen = await render(<Markdown text={'| a |\n|---|\n| x<br>y<br/>z<b>w</b> |'} />)
    const cell = screen.getByRole('cell')
    await expect.element(cell).toMatchTextContent('xyz<b>w</b>')
    expect(cell.element().querySelectorAll('br')).toHaveLength(2)
  })

  it('has the options of a chat in its answers', async () => {
    const onNavigate = vi.fn<(path: string) => void>()
    const markdown = { renderCode: ({ text }: CodeBlockSource) => <figure>{text}</figure> }
    const answer = '[Order 17](/orders/17)\n\n```ts\nx\n```'
    const { screen } = await renderCopilot([answer], { messages: { onNavigate, markdown } })
    await userEvent.fill(screen.getByRole('textbox', { name: 'Message' }), 'Show me')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('figure')).toMatchTextContent('x')
    await userEvent.click(screen.getByRole('link', { name: 'Order 17' }))
    expect(onNavigate).toHaveBeenCalledWith('/orders/17')
  })
})

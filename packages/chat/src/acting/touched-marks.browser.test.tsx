import { type Agent, createAgent, Scope, type ToolContext, type TouchTarget } from '@ambit/core'
import { AgentProvider, AgentScope } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { emulateMedia } from '../../test/emulate-media.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { TouchedMarks } from './touched-marks.tsx'

const row = (id: number): HTMLElement => {
  const element = document.getElementById(`row-${id}`)
  if (!element) throw new Error(`There is no row ${id}.`)
  return element
}
const isMarked = (element: Element): boolean =>
  element.getAnimations().length > 0 && getComputedStyle(element).outlineStyle === 'solid'
const markedRows = (): string[] =>
  [...document.querySelectorAll('[id^=row-]')].filter(isMarked).map(({ id }) => id)

/** Renders a list of rows that is higher than the window. */
const Rows = ({ count = 60 }: { readonly count?: number }): ReactElement => (
  <ul aria-label="Orders" data-ambit-scope="orders">
    {Array.from({ length: count }, (_, at) => (
      <li key={at} id={`row-${at}`} style={{ height: 40 }}>
        {at}
      </li>
    ))}
  </ul>
)

/** Renders the part without the widget, beside a list. The tool `mark` does `handler`. */
async function renderMarks(
  handler: (ctx: ToolContext) => unknown,
  rest: Parameters<typeof tool>[2] = {},
  children: ReactElement = <Rows />,
): Promise<Agent> {
  await page.viewport(1000, 700)
  const mark = tool('mark', (_args, ctx) => handler(ctx), rest)
  const scopes = [new Scope({ name: 'orders', tools: [mark] })]
  const agent = createAgent({ model: scriptedModel([]), scopes })
  await render(
    <AgentProvider agent={agent}>
      <TouchedMarks />
      {children}
    </AgentProvider>,
  )
  window.scrollTo(0, 0)
  return agent
}

describe('TouchedMarks', () => {
  it('outlines the scope while its tool runs, also what comes to the page meanwhile', async () => {
    const { promise: done, resolve: end } = Promise.withResolvers<string>()
    let show: () => void = () => undefined
    function Page(): ReactElement {
      const [isShown, setShown] = useState(false)
      show = () => setShown(true)
      return (
        <>
          {isShown && (
            <AgentScope name="details">
              <div role="group" aria-label="Board" data-ambit-scope="board" />
            </AgentScope>
          )}
        </>
      )
    }
    const open = tool('open', () => (show(), done), { effect: 'read' })
    const scopes = [new Scope({ name: 'board', tools: [open] })]
    await renderCopilot([calls(call('open')), 'Done.'], {}, { scopes }, <Page />)
    await say('Open it')
    const board = page.getByRole('group', { name: 'Board' })
    await expect.element(board).toBeInTheDocument()
    await expect.poll(() => isMarked(board.element())).toBe(true)
    end('opened')
    await expect.poll(() => isMarked(board.element())).toBe(false)
  })

  it('has the accent of the chat, or the colour of `--ambit-mark`', async () => {
    const mark = tool('mark', (_args, { touched }) => touched('row-1'))
    await renderCopilot(
      [calls(call('mark')), 'Done.', calls(call('mark')), 'Again.'],
      {},
      { tools: [mark] },
      <Rows />,
    )
    const chat = document.querySelector<HTMLElement>('.ambit-chat')
    chat?.style.setProperty('--ambit-accent', '#0f766e')
    const { style } = document.documentElement
    onTestFinished(() => void style.removeProperty('--ambit-mark'))
    const colour = () => getComputedStyle(row(1)).outlineColor
    await say('Mark it')
    await expect.poll(markedRows).toEqual(['row-1'])
    expect(colour()).toBe('rgb(15, 118, 110)')
    await expect.poll(markedRows, { timeout: 5000 }).toEqual([])
    style.setProperty('--ambit-mark', 'rgb(1, 2, 3)')
    await say('Mark it again')
    await expect.poll(markedRows).toEqual(['row-1'])
    expect(colour()).toBe('rgb(1, 2, 3)')
  })

  it('flashes what a call named, by id, ref and element, and nothing else', async () => {
    const agent = await renderMarks(({ touched }) => {
      touched(['row-1', { current: row(2) }])
      touched(row(3))
    })
    const before = document.body.innerHTML
    await agent.runTool('mark')
    await expect.poll(markedRows).toEqual(['row-1', 'row-2', 'row-3'])
    expect(document.body.innerHTML).toBe(before)
    await expect.poll(markedRows, { timeout: 5000 }).toEqual([])
    expect(document.getAnimations()).toEqual([])
  })

  it('flashes the scope of a call that named nothing, and nothing for one that reads', async () => {
    const write = await renderMarks(() => 1)
    const list = page.getByRole('list', { name: 'Orders' })
    await write.runTool('mark')
    await expect.poll(() => isMarked(list.element())).toBe(true)
    await expect.poll(() => isMarked(list.element()), { timeout: 5000 }).toBe(false)
  })

  it('scrolls to what is out of view, and keeps the focus', async () => {
    const agent = await renderMarks(
      ({ touched }) => touched('row-50'),
      {},
      <>
        <button type="button">First</button>
        <Rows />
      </>,
    )
    const first = page.getByRole('button', { name: 'First' }).element() as HTMLElement
    first.focus()
    window.scrollTo(0, 0)
    await agent.runTool('mark')
    await expect.poll(() => row(50).getBoundingClientRect().bottom <= window.innerHeight).toBe(true)
    expect(document.activeElement).toBe(first)
  })

  it('does not scroll while one of the things is in view, or the user writes', async () => {
    let named: TouchTarget[] = ['row-50', 'row-2']
    const agent = await renderMarks(
      ({ touched }) => touched(named),
      {},
      <>
        <input aria-label="Note" />
        <Rows />
      </>,
    )
    await agent.runTool('mark')
    await expect.poll(markedRows).toEqual(['row-2', 'row-50'])
    expect(window.scrollY).toBe(0)
    named = ['row-51']
    await page.getByRole('textbox', { name: 'Note' }).click()
    await agent.runTool('mark')
    await expect.poll(markedRows).toContain('row-51')
    expect(window.scrollY).toBe(0)
  })

  it('waits for an element that comes later, and ignores what is gone or never comes', async () => {
    let show: () => void = () => undefined
    const gone = document.createElement('p')
    function Page(): ReactElement {
      const [count, setCount] = useState(2)
      show = () => setCount(5)
      return <Rows count={count} />
    }
    const agent = await renderMarks(
      ({ touched }) => {
        touched([gone, { current: null }, 'nothing', 'row-4'])
        show()
      },
      {},
      <Page />,
    )
    await agent.runTool('mark')
    await expect.poll(markedRows).toEqual(['row-4'])
  })

  it('flashes again what was undone', async () => {
    const agent = await renderMarks(({ touched, undo }) => {
      touched('row-1')
      undo(() => undefined)
    })
    const run = agent.runTool('mark')
    await run
    await expect.poll(markedRows).toEqual(['row-1'])
    await expect.poll(markedRows, { timeout: 5000 }).toEqual([])
    await agent.undo(run.id)
    await expect.poll(markedRows).toEqual(['row-1'])
  })

  it('outlines it while its card is hovered, or focused by keyboard', async () => {
    const mark = tool('mark', (_args, { touched }) => touched('row-1'))
    const { screen } = await renderCopilot(
      [calls(call('mark')), 'Done.'],
      {},
      { tools: [mark] },
      <Rows />,
    )
    await say('Mark it')
    await expect.element(screen.getByText('Done.')).toBeVisible()
    await expect.poll(markedRows).toEqual(['row-1'])
    await expect.poll(markedRows, { timeout: 5000 }).toEqual([])
    const card = screen.getByRole('group', { name: 'Mark', exact: true }).first()
    await card.hover()
    await expect.poll(markedRows).toEqual(['row-1'])
    await screen.getByRole('heading', { name: 'Assistant' }).hover()
    await expect.poll(markedRows).toEqual([])
    const summary = card.element().querySelector('summary')
    await userEvent.keyboard('{Tab}')
    summary?.focus()
    await expect.poll(markedRows).toEqual(['row-1'])
    summary?.blur()
    await expect.poll(markedRows).toEqual([])
  })

  it('outlines what all steps touched while their folded line is hovered or focused', async () => {
    let at = 0
    const mark = tool('mark', (_args, { touched }) => touched(`row-${++at}`))
    const { screen } = await renderCopilot(
      [calls(call('mark'), call('mark')), calls(call('mark')), 'Done.'],
      {},
      { tools: [mark] },
      <Rows />,
    )
    await say('Mark them')
    await expect.element(screen.getByText('Done.')).toBeVisible()
    await expect.poll(markedRows, { timeout: 5000 }).toEqual([])
    const line = screen.getByRole('button', { name: /^3 steps/ })
    await expect.element(line).toHaveAttribute('aria-expanded', 'false')
    await line.hover()
    await expect.poll(markedRows).toEqual(['row-1', 'row-2', 'row-3'])
    await screen.getByRole('heading', { name: 'Assistant' }).hover()
    await expect.poll(markedRows).toEqual([])
    await userEvent.keyboard('{Tab}')
    ;(line.element() as HTMLElement).focus()
    await expect.poll(markedRows).toEqual(['row-1', 'row-2', 'row-3'])
  })

  it('is off by a prop', async () => {
    const mark = tool('mark', (_args, { touched }) => touched('row-1'))
    const props = { marks: { touched: false } }
    const { screen, agent } = await renderCopilot(
      [calls(call('mark')), 'Done.'],
      props,
      { tools: [mark] },
      <Rows />,
    )
    await say('Mark it')
    await expect.element(screen.getByText('Done.')).toBeVisible()
    expect([...agent.calls.getState().values()].at(-1)?.touched?.targets).toEqual(['row-1'])
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(markedRows()).toEqual([])
  })

  it('is a still outline with reduced motion, and in a forced colour', async (context) => {
    await emulateMedia(context, { 'prefers-reduced-motion': 'reduce', 'forced-colors': 'active' })
    const agent = await renderMarks(({ touched }) => touched('row-1'))
    await agent.runTool('mark')
    await expect.poll(markedRows).toEqual(['row-1'])
    const [animation] = row(1).getAnimations()
    const frames = (animation?.effect as KeyframeEffect).getKeyframes()
    expect(new Set(frames.map(({ outline }) => outline)).size).toBe(1)
    expect(frames.length).toBe(2)
    const { outlineColor, color } = getComputedStyle(row(1))
    expect(outlineColor).toBe(color)
  })
})

import type { MouseEvent } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { hostileCorpus } from '../../test/hostile-corpus.ts'
import { Markdown, preloadMarkdown } from './markdown.tsx'
import css from '../styles.css?inline'

const FORBIDDEN =
  'script, style, link, meta, base, iframe, object, embed, img, picture, source, video, audio, track, svg, math, form, input, textarea, select, canvas, template, details, dialog, [style], [id], [name], [src], [srcset], [class]:not(.ambit-markdown)'

/** Records the requests of the page to other origins. */
function recordRequests(): { stop: () => string[] } {
  const asked: string[] = []
  const note = (entries: PerformanceObserverEntryList): void => {
    for (const { name } of entries.getEntries())
      if (!name.startsWith(location.origin)) asked.push(name)
  }
  const observer = new PerformanceObserver(note)
  observer.observe({ type: 'resource', buffered: false })
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    asked.push(event.blockedURI)
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return {
    stop() {
      for (const { name } of observer.takeRecords())
        if (!name.startsWith(location.origin)) asked.push(name)
      observer.disconnect()
      document.removeEventListener('securitypolicyviolation', onViolation)
      return asked
    },
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

function expectHarmless(root: Element): void {
  expect([...root.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([])
  for (const element of root.querySelectorAll('*')) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on/)
  }
  for (const link of root.querySelectorAll('a')) {
    expect(link.href).toMatch(/^(?:https?:\/\/|mailto:|tel:)/)
    expect(link.rel).toBe('noopener noreferrer nofollow')
  }
}

/** True to draw every prefix of each input, not only eight of them. */
const isLong = import.meta.env['AMBIT_LONG'] === '1'

describe('Markdown', () => {
  const style = document.createElement('style')
  style.textContent = css
  beforeAll(() => document.head.append(style))
  afterAll(() => style.remove())
  beforeEach(preloadMarkdown)
  afterEach(() => vi.restoreAllMocks())

  it.each([3, 45, 120, 2000])('shows whole numbers of a list up to %i', async (last) => {
    const { container } = await render(<Markdown text={`${last}. Last\n${last + 1}. More`} />)
    const item = container.querySelector('li')
    const ruler = document.createElement('span')
    ruler.style.position = 'absolute'
    ruler.textContent = `${last}. `
    item?.append(ruler)
    const { width } = ruler.getBoundingClientRect()
    const room = Number.parseFloat(getComputedStyle(item as Element).marginInlineStart)
    // The box of the text cuts off what stands outside of it, markers too.
    expect(room).toBeGreaterThan(width)
  })

  it('shows the text as written until the parser is there, then formatted', async () => {
    const screen = await render(<Markdown text={'# Title\n\n**bold** <b>no</b>'} />)
    await expect.element(screen.getByRole('heading', { name: 'Title' })).toBeVisible()
    expect(screen.container.querySelector('p')?.textContent).toBe('bold <b>no</b>')
  })

  it('W3 W9 W10 loads nothing, runs nothing, and makes no id, form, frame or medium of the hostile corpus and its prefixes', async () => {
    const dialogs = ['alert', 'confirm', 'prompt', 'open'] as const
    const spies = dialogs.map((name) => vi.spyOn(window, name).mockReturnValue(null))
    const errors = vi.fn<() => void>()
    window.addEventListener('error', errors)
    const requests = recordRequests()
    const screen = await render(<Markdown text="" />)
    expect(new Set(hostileCorpus).size).toBeGreaterThanOrEqual(200)
    for (const source of hostileCorpus) {
      const step = isLong ? 1 : Math.max(1, Math.ceil(source.length / 8))
      for (let end = step; end < source.length + step; end += step) {
        // A new key each time draws the prefix at once, as the open end that it is.
        const text = source.slice(0, end)
        await screen.rerender(<Markdown key={end} text={text} streaming={end < source.length} />)
        expectHarmless(screen.container)
      }
    }
    await nextFrame()
    window.removeEventListener('error', errors)
    expect(requests.stop()).toEqual([])
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    expect(errors).not.toHaveBeenCalled()
  }, 900_000)

  it('W2 shows an image as a link with the host it is at, and loads it in no case', async () => {
    const requests = recordRequests()
    const screen = await render(
      <Markdown text="![A chart](https://canary.example/chart.png?q=secret)" />,
    )
    const link = screen.getByRole('link', { name: 'Image: A chart (canary.example)' })
    await expect.element(link).toHaveAttribute('href', 'https://canary.example/chart.png?q=secret')
    expect(screen.container.querySelector('img')).toBeNull()
    expect(requests.stop()).toEqual([])
  })

  it('W5 gives a link no referrer, no opener, and says where it goes when its text lies', async () => {
    const screen = await render(<Markdown text="[https://bank.example](https://canary.example/)" />)
    const link = screen.getByRole('link', { name: 'https://bank.example (canary.example)' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect.element(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  })

  it('W6 asks before it follows a link that carries much to another site', async () => {
    const followed = vi.fn<(event: MouseEvent<HTMLElement>) => void>((event) =>
      event.preventDefault(),
    )
    const far = `https://canary.example/?d=${'x'.repeat(300)}`
    const text = `[report](${far}) [own](${location.origin}/?d=${'x'.repeat(300)}) [short](https://canary.example/)`
    const screen = await render(<Markdown text={text} onLinkClick={followed} />)
    await screen.getByRole('link', { name: 'report' }).click()
    expect(followed).not.toHaveBeenCalled()
    await expect.element(screen.getByText(/326 characters to canary.example/)).toBeVisible()
    await screen.getByRole('link', { name: 'report' }).click()
    expect(followed).toHaveBeenCalledTimes(1)
    for (const name of ['own', 'short']) await screen.getByRole('link', { name }).click()
    expect(followed).toHaveBeenCalledTimes(3)
  })

  it('W12 shows diagrams and formulas as the code that they are', async () => {
    const screen = await render(
      <Markdown text={'```mermaid\ngraph TD; A-->B\n```\n\n$$\\href{javascript:alert(1)}{x}$$'} />,
    )
    await expect.element(screen.getByText('graph TD; A-->B')).toBeVisible()
    await expect.element(screen.getByText(/\\href\{javascript/)).toBeVisible()
    expect(screen.container.querySelector('svg, math, canvas, iframe, a')).toBeNull()
  })

  it('W25 gives each block its own direction, and keeps it inside', async () => {
    const screen = await render(<Markdown text={'שלום (1)\n\nHello (1)'} />)
    await expect.element(screen.getByText('Hello (1)')).toBeVisible()
    const [hebrew, english] = screen.container.querySelectorAll('p')
    expect(hebrew?.matches(':dir(rtl)')).toBe(true)
    expect(english?.matches(':dir(ltr)')).toBe(true)
    const root = screen.container.querySelector('.ambit-markdown') as Element
    expect(getComputedStyle(root).unicodeBidi).toBe('isolate')
  })

  it('notices a request when there is one', async () => {
    const requests = recordRequests()
    const image = new Image()
    const failed = new Promise((resolve) => image.addEventListener('error', resolve))
    image.src = 'https://canary.invalid/control.png'
    await failed
    await expect.poll(() => performance.getEntriesByName(image.src)).toHaveLength(1)
    expect(requests.stop()).toEqual([image.src])
  })

  it('W8 keeps the hostile corpus inside of its box, without a style of its own', async () => {
    const screen = await render(<Markdown text="" />)
    screen.container.style.width = '320px'
    for (const source of hostileCorpus) {
      await screen.rerender(<Markdown text={source} />)
      const width = screen.container.querySelector('.ambit-markdown')?.scrollWidth
      expect({ source, isWithin: width !== undefined && width <= 320 }).toEqual({
        source,
        isWithin: true,
      })
    }
  })

  it('keeps the elements of what is finished while the rest grows', async () => {
    const screen = await render(<Markdown text={'# One\n\ntwo **th'} streaming />)
    const heading = screen.getByRole('heading').element()
    const paragraph = screen.container.querySelector('p')
    const changes = vi.fn<() => void>()
    const observer = new MutationObserver(changes)
    observer.observe(heading, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    await screen.rerender(<Markdown text={'# One\n\ntwo **three** four\n\nfive'} streaming />)
    await expect.element(screen.getByText('five')).toBeVisible()
    expect(screen.getByRole('heading').element()).toBe(heading)
    expect(screen.container.querySelector('p')).toBe(paragraph)
    expect(changes).not.toHaveBeenCalled()
  })

  it('W11 copies exactly the code that is shown', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await render(<Markdown text={'```sh\nnpm i\u200B --save\n\u202Els\n```'} />)
    await userEvent.click(screen.getByRole('button', { name: 'Copy code' }))
    expect(write).toHaveBeenCalledWith('npm i --save\nls')
    expect(screen.container.querySelector('pre')?.textContent).toBe('npm i --save\nls')
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
  })

  it('says so when the browser refuses to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
    const screen = await render(<Markdown text={'```\na\n```'} />)
    await userEvent.click(screen.getByRole('button', { name: 'Copy code' }))
    await expect.element(screen.getByRole('button', { name: 'Could not copy' })).toBeVisible()
  })

  it('lets the keyboard reach and scroll a wide table', async () => {
    const row = `| ${'wide-cell '.repeat(20).trim().replaceAll(' ', ' | ')} |\n`
    const delimiter = `|${'---|'.repeat(20)}\n`
    const screen = await render(<Markdown text={row + delimiter + row} />)
    screen.container.style.width = '320px'
    await userEvent.tab()
    const table = screen.getByRole('region', { name: 'Table' })
    await expect.element(table).toHaveFocus()
    const region = table.element()
    expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => region.scrollLeft).toBeGreaterThan(0)
  })

  it('takes its texts, code actions and link handling from props', async () => {
    const onLinkClick = vi.fn<(event: MouseEvent<HTMLElement>, href: string) => void>((event) =>
      event.preventDefault(),
    )
    const screen = await render(
      <Markdown
        text={'- [x] a\n\n[site](https://a.example/b)\n\n```ts\nx\n```'}
        strings={{ taskDone: 'Erledigt' }}
        renderCodeActions={({ text, language }) => (
          <button type="button">{`Run ${text} as ${language}`}</button>
        )}
        onLinkClick={onLinkClick}
      />,
    )
    await expect.element(screen.getByRole('img', { name: 'Erledigt' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Run x as ts' })).toBeVisible()
    await userEvent.click(page.getByRole('link', { name: 'site' }))
    expect(onLinkClick).toHaveBeenCalledWith(expect.anything(), 'https://a.example/b')
  })
})

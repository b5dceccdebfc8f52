import { type Agent, Tool } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import axe from 'axe-core'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, type RenderedCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import { draftsOf } from '../composer/draft.ts'
import { AskAbout, type AskAboutProps } from './ask-about.tsx'

const toolbar = () => page.getByRole('toolbar', { name: 'Ask about the selection' })
const action = (name: string) => toolbar().getByRole('button', { name })
const quotes = () => page.getByRole('list', { name: 'Quotes to send' })
const contentOf = ({ history }: Agent) => {
  const message = history.messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.content : undefined
}

function find(selector: string): Element {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** Selects elements, as a touch screen does: without a press that the page hears. */
const select = (from: string, to = from): void => {
  const end = find(to)
  document.getSelection()?.setBaseAndExtent(find(from), 0, end, end.childNodes.length)
}

/** Presses Alt+F10, which not every driver of a browser can. */
const callToolbar = (): void => {
  const init = { key: 'F10', altKey: true, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
}

const orders = (
  <main style={{ padding: 40, width: 480 }}>
    <h1>Orders</h1>
    <table>
      <tbody>
        <tr id="a1" data-ambit-ref="order:A-1">
          <td>Desk</td>
          <td id="note">
            3 <b>open</b>
          </td>
          <td data-private>card 4111</td>
          <td>
            <button id="edit">Edit</button>
          </td>
        </tr>
        <tr id="a2" data-ambit-ref="order:A-2">
          <td>Chair</td>
          <td>1</td>
        </tr>
      </tbody>
    </table>
    <p id="mail">
      First line
      <br />
      second <span style={{ visibility: 'hidden' }}>unseen</span>line
    </p>
    <div id="own" data-private>
      secret <i>pin</i>
    </div>
    <details>
      <summary>More</summary>
      margin 40 %
    </details>
    <div hidden>folded</div>
    <p style={{ opacity: 0 }}>faint</p>
    <select multiple aria-label="Kinds">
      <option>one</option>
    </select>
    <input id="other" aria-label="Other" defaultValue="typed" />
  </main>
)

/** Renders a page of orders beside a chat. */
const renderOrders = (
  replies: Parameters<typeof renderCopilot>[0],
  props: Parameters<typeof renderCopilot>[1] = {},
  options: Parameters<typeof renderCopilot>[2] = {},
  about: AskAboutProps = { root: 'main' },
): Promise<RenderedCopilot> =>
  renderCopilot(replies, { children: <AskAbout {...about} />, ...props }, options, orders)

afterEach(() => void vi.restoreAllMocks())

describe('AskAbout', () => {
  it('puts the selected text above the field of a closed chat, and sends it with the words', async () => {
    const { model, agent } = await renderOrders(['Late.'], { defaultOpen: false })
    select('#a1', '#a2')
    await action('Ask').click()
    await expect.element(field()).toHaveFocus()
    await expect
      .element(quotes())
      .toHaveTextContent('[order:A-1] Desk | 3 open [order:A-2] Chair | 1')
    await expect.element(toolbar()).not.toBeInTheDocument()
    await userEvent.keyboard('Why?{Enter}')
    await expect.element(page.getByText('Late.')).toBeVisible()
    await expect.element(quotes()).not.toBeInTheDocument()
    const text = '> [order:A-1] Desk | 3 open\n> [order:A-2] Chair | 1'
    expect(contentOf(agent)).toEqual([
      { type: 'text', text: 'Why?' },
      { type: 'text', text, untrusted: true },
    ])
    const said = model.requests[0]?.prompt.find(({ role }) => role === 'user')
    expect(said?.content).toEqual([
      { type: 'text', text: 'Why?' },
      { type: 'text', text: expect.stringMatching(/^<untrusted-content .*order:A-1\] Desk/s) },
    ])
    const quote = find('.ambit-user blockquote')
    expect(quote.textContent).toBe('[order:A-1] Desk | 3 open\n[order:A-2] Chair | 1')
    expect(find('.ambit-user .ambit-bubble').textContent).toMatch(/1Why\?$/)
  })

  it('explains at once, and begins a message for a change', async () => {
    const { agent } = await renderOrders(['It is a desk.'], { defaultOpen: false })
    select('#a1')
    await action('Explain').click()
    await expect.element(page.getByText('It is a desk.')).toBeVisible()
    expect(contentOf(agent)).toMatchObject([{ text: 'Explain this.' }, { untrusted: true }])
    select('#a2')
    await action('Change').click()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('two')
    await expect.element(field()).toHaveValue('Change this: two')
    await expect.element(quotes()).toHaveTextContent('[order:A-2] Chair | 1')
  })

  it('keeps what the user has begun to write, and several quotes', async () => {
    await renderOrders([])
    await userEvent.fill(field(), 'Compare')
    for (const row of ['#a1', '#a2', '#a1']) {
      select(row)
      await action('Change').click()
    }
    await expect.element(field()).toHaveValue('Compare')
    await expect.element(quotes().getByRole('listitem')).toHaveLength(2)
    await page.getByRole('button', { name: 'Remove the quote “[order:A-2] Chair | 1”' }).click()
    await expect.element(quotes().getByRole('listitem')).toHaveLength(1)
    await expect.element(field()).toHaveFocus()
  })

  it('reads what a user sees, and nothing private, of a field or of a button', async () => {
    await renderOrders([])
    select('main')
    await action('Ask').click()
    await expect.element(quotes()).toBeVisible()
    expect(find('.ambit-quotes blockquote').textContent).toBe(
      'Orders\n[order:A-1] Desk | 3 open\n[order:A-2] Chair | 1\nFirst line\nsecond line\nMore',
    )
    select('#own i')
    select('#mail')
    await expect.element(toolbar()).toBeVisible()
    select('#own i')
    await expect.element(toolbar()).not.toBeInTheDocument()
  })

  it('names the thing of a part of its text, and cuts a long one', async () => {
    await renderOrders([])
    select('#note b')
    await action('Ask').click()
    await expect.element(quotes()).toHaveTextContent('[order:A-1] open')
    find('#mail').textContent = 'x'.repeat(5000)
    select('#mail')
    await action('Ask').click()
    await expect.element(quotes().getByRole('listitem')).toHaveLength(2)
    expect(document.querySelectorAll('.ambit-quotes blockquote')[1]?.textContent).toBe(
      `${'x'.repeat(4000)}…`,
    )
  })

  it('R12 asks about a call that sends something, after a quote of the page', async () => {
    const handler = vi.fn(() => 'sent')
    const remind = new Tool({ name: 'remind', description: 'x', effect: 'egress', handler })
    const call = { calls: [{ name: 'remind', arguments: {} }] }
    const { agent } = await renderOrders([call, 'No.'], {}, { tools: [remind] })
    select('#mail')
    await action('Explain').click()
    await expect.poll(() => agent.pending.list('approval')).toMatchObject([{ cause: 'taint' }])
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByText('No.')).toBeVisible()
    expect(handler).not.toHaveBeenCalled()
  })

  it('quotes messages without a root, untainted until the chat has read text of others', async () => {
    const { agent } = await renderOrders(['It is **late**.', 'So.', 'So.', 'So.'], {}, {}, {})
    await say('Hi')
    await expect.element(page.getByText('late', { exact: true })).toBeVisible()
    select('#a1')
    select('.ambit-assistant')
    await action('Explain').click()
    await expect.element(page.getByText('So.')).toBeVisible()
    expect(contentOf(agent)).toEqual([
      { type: 'text', text: 'Explain this.' },
      { type: 'text', text: '> It is late.' },
    ])
    expect(agent.history.messages.some(({ taint }) => taint)).toBe(false)
    expect(find('.ambit-user blockquote').textContent).toBe('It is late.')
    await agent.chat([
      { type: 'text', text: 'See' },
      { type: 'text', text: 'a mail', untrusted: true },
    ])
    select('.ambit-assistant')
    await action('Explain').click()
    await expect.poll(() => contentOf(agent)?.[1]).toMatchObject({ untrusted: true })
  })

  it('can be used by keys alone: the shortcut, arrows, Escape', async () => {
    await renderOrders([], { defaultOpen: false })
    ;(find('#edit') as HTMLElement).focus()
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    expect(document.getSelection()?.toString()).toContain('Desk')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(action('Explain')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(action('Change')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(toolbar()).not.toBeInTheDocument()
    expect(document.activeElement).toBe(find('#edit'))
    expect(page.getByRole('dialog').elements()).toEqual([])
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveFocus()
    await expect.element(quotes()).toHaveTextContent('[order:A-1] Desk | 3 open')
  })

  it('is left by Tab, which goes on from where the focus was', async () => {
    await renderOrders([])
    ;(find('#edit') as HTMLElement).focus()
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('More', { exact: true })).toHaveFocus()
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    // In an open chat too, the caret stands behind the words.
    await action('Change').click()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('blue')
    await expect.element(field()).toHaveValue('Change this: blue')
  })

  it('goes away for Escape and a press elsewhere, and leaves fields alone', async () => {
    await renderOrders([], { defaultOpen: false })
    await page.getByText('Chair').dblClick()
    await expect.element(toolbar()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(toolbar()).not.toBeInTheDocument()
    await page.getByText('Chair').dblClick()
    await expect.element(toolbar()).toBeVisible()
    await page.getByLabelText('Other').click()
    await expect.element(toolbar()).not.toBeInTheDocument()
    callToolbar()
    await expect.element(page.getByLabelText('Other')).toHaveFocus()
    expect(toolbar().elements()).toEqual([])
  })

  it('stays beside the selection and inside of the window, also from right to left', async () => {
    document.documentElement.dir = 'rtl'
    onTestFinished(() => document.documentElement.removeAttribute('dir'))
    await renderOrders([], { defaultOpen: false })
    for (const width of [390, 1440]) {
      await page.viewport(width, 700)
      select('#a1')
      await expect.element(toolbar()).toBeVisible()
      const { left, right, bottom } = toolbar().element().getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(8)
      expect(right).toBeLessThanOrEqual(width - 8)
      expect(bottom).toBeLessThanOrEqual(find('#a1').getBoundingClientRect().top)
    }
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(action('Explain')).toHaveFocus()
  })

  it('stands below the handles of a selection on a touch screen', async () => {
    const { matchMedia } = globalThis
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? matchMedia('all') : matchMedia(query),
    )
    await renderOrders([], { defaultOpen: false })
    select('#a1')
    await expect.element(toolbar()).toBeVisible()
    const { top } = toolbar().element().getBoundingClientRect()
    expect(top).toBeGreaterThan(find('#a1').getBoundingClientRect().bottom + 20)
  })

  it('follows the page that scrolls, and is not seen while its text is not', async () => {
    await renderOrders([], { defaultOpen: false })
    document.body.style.height = '3000px'
    onTestFinished(() => document.body.removeAttribute('style'))
    select('#mail')
    await expect.element(toolbar()).toBeVisible()
    const { top } = toolbar().element().getBoundingClientRect()
    scrollTo(0, 30)
    await expect.poll(() => toolbar().element().getBoundingClientRect().top).toBe(top - 30)
    scrollTo(0, 2000)
    await expect.element(page.getByRole('toolbar', { includeHidden: true })).not.toBeVisible()
    scrollTo(0, 0)
    await expect.element(toolbar()).toBeVisible()
  })

  it('can be used in a modal dialog of the page', async () => {
    await renderOrders(['Yes.'], { defaultOpen: false }, {}, { root: 'main, dialog' })
    const dialog = find('main').appendChild(document.createElement('dialog'))
    dialog.innerHTML = '<p id="text">In a dialog</p>'
    dialog.showModal()
    select('#text')
    await action('Explain').click()
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await expect.element(field()).toHaveFocus()
  })

  it('has no fault that axe knows, in light and dark', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const { screen } = await renderOrders(['Yes.'], { theme })
      select('#a1')
      await action('Explain').click()
      await expect.element(page.getByText('Yes.')).toBeVisible()
      select('#a1')
      await action('Ask').click()
      await expect.element(quotes()).toBeVisible()
      select('#a2')
      await expect.element(toolbar()).toBeVisible()
      const { violations } = await axe.run('.ambit-layer')
      expect(violations).toEqual([])
      await screen.unmount()
    }
  })

  it('tells of a root that is not a selector, and then quotes messages alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await renderOrders(['Hello.'], {}, {}, { root: '#' })
    expect(warn.mock.calls.join('')).toMatch(/`root` of `AskAbout`.*#/)
    await say('Hi')
    await expect.element(page.getByText('Hello.')).toBeVisible()
    const edit = find('#edit') as HTMLElement
    edit.focus()
    callToolbar()
    expect(toolbar().elements()).toEqual([])
    expect(document.activeElement).toBe(edit)
    ;(page.getByRole('button', { name: 'Copy' }).last().element() as HTMLElement).focus()
    callToolbar()
    await expect.element(action('Ask')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(quotes()).toHaveTextContent('Hello.')
  })
})

describe('a quote', () => {
  const quoted = [
    { type: 'text', text: 'Why?' },
    { type: 'text', text: '> Desk', untrusted: true },
  ] as const

  it('stays a quote when its message is edited', async () => {
    const { agent } = await renderCopilot(['Because.', 'Yes.'])
    await agent.chat(quoted)
    await userEvent.hover(page.getByText('Why?'))
    await page.getByRole('button', { name: 'Edit message' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('Why?')
    await expect.element(quotes()).toHaveTextContent('Desk')
    await userEvent.fill(page.getByRole('textbox', { name: 'Edit message' }), 'When?')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    expect(contentOf(agent)).toEqual([{ ...quoted[0], text: 'When?' }, quoted[1]])
  })

  it('is back above the field when Stop brings back what waited', async () => {
    const begun = vi.fn(() => Promise.withResolvers<string>().promise)
    const wait = new Tool({ name: 'wait', description: 'x', handler: begun })
    const call = { calls: [{ name: 'wait', arguments: {} }] }
    const { agent } = await renderOrders([call], {}, { tools: [wait], storage: memoryStorage() })
    await say('Begin')
    await expect.poll(() => begun.mock.calls.length).toBe(1)
    select('#a1')
    await action('Explain').click()
    await expect
      .element(page.getByRole('list', { name: 'Waiting for its turn' }))
      .toHaveTextContent('[order:A-1] Desk | 3 openExplain this.Waiting for its turn')
    // What waits is not the user's words, and what runs may have read those of others.
    select('.ambit-queue')
    select('.ambit-user:not([data-queued])')
    await action('Ask').click()
    const quoted = draftsOf(agent).get().quotes
    expect(quoted).toEqual([{ type: 'text', text: '> Begin', untrusted: true }])
    await page.getByRole('button', { name: /Remove/ }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.element(field()).toHaveValue('Explain this.')
    await expect.element(quotes()).toHaveTextContent('[order:A-1] Desk | 3 open')
  })
})

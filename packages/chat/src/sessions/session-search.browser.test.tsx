import { type AgentStorage, type SessionQuery, storageError } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { storedSessions } from '../../test/stored-sessions.ts'
import type { CopilotProps } from '../opening/late-copilot.tsx'

const view = () => page.getByRole('region', { name: 'Conversations' })
const search = () => view().getByRole('searchbox', { name: 'Search conversations' })
const titles = (): string[] =>
  [...document.querySelectorAll('.ambit-session-open > span:first-child')].map(
    ({ textContent }) => textContent,
  )
const marks = (): string[] =>
  [...document.querySelectorAll('.ambit-sessions mark')].map(({ textContent }) => textContent)
const open = (title: string) => view().getByRole('button', { name: new RegExp(`^${title}\\b`) })

/** Renders the open list of the sessions of a storage. */
async function renderList(storage: AgentStorage, props: CopilotProps = {}) {
  // A new conversation, so that no session is the open one.
  const rendered = await renderCopilot([], props, { storage, session: 'new' })
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  const spoken = (): string | null | undefined =>
    rendered.screen.container.querySelector('[aria-live="polite"].ambit-only-spoken')?.textContent
  return { ...rendered, spoken }
}

/** Changes the text of a field at once, as a key does. */
function input(field: Element, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Holds back the answers of a storage to queries, until they are given by their text. */
function heldBack(storage: AgentStorage) {
  const asked: SessionQuery[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gateOf = (query: string): PromiseWithResolvers<void> => {
    const gate = gates.get(query) ?? Promise.withResolvers<void>()
    gates.set(query, gate)
    return gate
  }
  const list: AgentStorage['list'] = async (given = {}) => {
    asked.push(given)
    const { signal: _signal, ...query } = given
    if (query.query !== undefined) await gateOf(query.query).promise
    // Of old, a storage knew no signals, and answered late.
    return storage.list(query)
  }
  return { storage: { ...storage, list }, asked, give: (query: string) => gateOf(query).resolve() }
}

describe('SessionList, with many sessions', () => {
  it('shows the first results of a search from a scrolled list', async () => {
    const storage = await storedSessions(30)
    await renderList(storage)
    await expect.poll(titles).toHaveLength(30)
    const section = view().element()
    section.scrollTo(0, 500)
    expect(section.scrollTop).toBeGreaterThan(0)
    input(search().element(), titles()[0]?.slice(0, 3) ?? '')
    await expect.poll(() => section.scrollTop).toBe(0)
  })

  it('has a search from 8 sessions on', async () => {
    const storage = await storedSessions(7)
    await renderList(storage)
    await expect.poll(titles).toHaveLength(7)
    expect(search().query()).toBeNull()
  })

  it('finds titles and texts, marks the words, and says how many there are', async () => {
    const { spoken } = await renderList(await storedSessions(12))
    await userEvent.fill(search(), 'OF message 1')
    await expect.poll(titles).toEqual(['Session 12', 'Session 11', 'Session 10', 'Session 1'])
    await expect.element(view()).toHaveAttribute('aria-busy', 'false')
    await expect.element(open('Session 12')).toMatchTextContent('Message of 12')
    expect(marks().slice(0, 4)).toEqual(['1', 'Message', 'of', '1'])
    await expect.poll(spoken).toBe('4 conversations')
    await userEvent.fill(search(), 'session 7')
    await expect.poll(titles).toEqual(['Session 7'])
    expect(marks()).toEqual(['Session', '7'])
    await expect.poll(spoken).toBe('1 conversation')
    await open('Session 7').click()
    await expect.element(page.getByText('Message of 7', { exact: true })).toBeVisible()
    // The next time the list begins with all again.
    await page.getByRole('button', { name: 'Conversations', exact: true }).click()
    await expect.poll(titles).toHaveLength(12)
    await expect.element(search()).toHaveValue('')
  })

  it('says that there is none, and Escape shows all again, then leaves the view, then the chat', async () => {
    const { spoken } = await renderList(await storedSessions(8))
    await userEvent.fill(search(), 'elephants')
    const none = 'No conversations with “elephants”.'
    await expect.element(view().getByText(none)).toBeVisible()
    await expect.poll(spoken).toBe(none)
    expect(titles()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(search()).toHaveValue('')
    await expect.element(search()).toHaveFocus()
    await expect.poll(titles).toHaveLength(8)
    await userEvent.keyboard('{Escape}')
    await expect.element(search()).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('is used by keyboard alone', async () => {
    await renderList(await storedSessions(9))
    search().element().focus()
    await userEvent.keyboard('session{ArrowDown}')
    await expect.element(open('Session 9')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(open('Session 8')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(open('Session 1')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Home}{ArrowUp}')
    await expect.element(search()).toHaveFocus()
    // In the field, Home and End move inside the text.
    await userEvent.keyboard('{Home}x{End}y')
    await expect.element(search()).toHaveValue('xsessiony')
    await userEvent.keyboard('{Escape}')
    await expect.poll(titles).toHaveLength(9)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(page.getByText('Message of 8', { exact: true })).toBeVisible()
  })

  it('shows older ones by 30, and the focus goes on with the first of them', async () => {
    const { agent } = await renderList(await storedSessions(65))
    await expect.poll(titles).toHaveLength(30)
    const older = () => view().getByRole('button', { name: 'Show older' })
    await older().click()
    await expect.poll(titles).toHaveLength(60)
    await expect.element(open('Session 35')).toHaveFocus()
    // What is read again has as many.
    await agent.sessions.rename('s10', 'Renamed')
    await agent.sessions.create()
    await expect.poll(titles).toContain('Renamed')
    expect(titles()).toHaveLength(60)
    await older().click()
    await expect.poll(titles).toHaveLength(65)
    await expect.element(open('Session 5')).toHaveFocus()
    expect(older().query()).toBeNull()
    expect(new Set(titles()).size).toBe(65)
    await userEvent.fill(search(), 'message')
    await expect.poll(titles).toHaveLength(30)
    await older().click()
    await expect.poll(titles).toHaveLength(60)
    await expect.poll(() => marks().filter((mark) => mark === 'Message')).toHaveLength(60)
  })

  it('is not changed by the slow answer to an earlier query, which is aborted', async () => {
    const { storage, asked, give } = heldBack(await storedSessions(9))
    await renderList(storage)
    await userEvent.fill(search(), '1')
    await expect.poll(() => asked.at(-1)?.query).toBe('1')
    await expect.element(view()).toHaveAttribute('aria-busy', 'true')
    const first = asked.at(-1)?.signal
    await userEvent.fill(search(), '2')
    expect(first?.aborted).toBe(true)
    await expect.poll(() => asked.at(-1)?.query).toBe('2')
    give('2')
    await expect.poll(titles).toEqual(['Session 2'])
    give('1')
    await userEvent.fill(search(), '')
    await expect.poll(titles).toHaveLength(9)
    await expect.element(view()).toHaveAttribute('aria-busy', 'false')
    const counted = asked.length
    // What is typed without a pause is asked once.
    give('345')
    for (const text of ['3', '34', '345']) input(search().element(), text)
    await expect.element(view().getByText('No conversations with “345”.')).toBeVisible()
    expect(asked.slice(counted).map(({ query }) => query)).toEqual(['345'])
  })

  it('has texts of your own', async () => {
    const sessionList = {
      search: 'Suchen',
      older: 'Ältere',
      found: (count: number, hasMore: boolean) => `${count} gefunden${hasMore ? ', und mehr' : ''}`,
      noneFound: (query: string) => `Nichts mit „${query}“`,
    }
    const { spoken } = await renderList(await storedSessions(31), {
      strings: { session: sessionList },
    })
    const field = view().getByRole('searchbox', { name: 'Suchen' })
    await expect.element(view().getByRole('button', { name: 'Ältere' })).toBeVisible()
    await userEvent.fill(field, 'session')
    await expect.poll(spoken).toBe('30 gefunden, und mehr')
    await userEvent.fill(field, 'elefant')
    await expect.element(view().getByText('Nichts mit „elefant“')).toBeVisible()
  })

  it('says why a search failed, and searches again', async () => {
    const plain = await storedSessions(9)
    let isBroken = false
    const list: AgentStorage['list'] = async (query) => {
      if (isBroken) throw storageError('unavailable', 'The disk is gone.')
      return plain.list(query)
    }
    await renderList({ ...plain, list })
    await expect.poll(titles).toHaveLength(9)
    isBroken = true
    await userEvent.fill(search(), 'message')
    await expect
      .element(view().getByRole('alert'))
      .toMatchTextContent('The conversations could not be read. The disk is gone.')
    isBroken = false
    await userEvent.fill(search(), 'message of 3')
    await expect.poll(titles).toEqual(['Session 3'])
    expect(view().getByRole('alert').query()).toBeNull()
  })
})

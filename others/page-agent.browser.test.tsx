import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { PageTools } from '@ambit/react/page-tools'
import { call, calls, scriptedModel } from '@ambit/testing'
import { PageAgent } from 'page-agent'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import guide from '../docs/guides/page-tools.md?raw'

/** What was seen while an agent refunded one order of a page that neither was made for. */
interface Seen {
  /** The questions to the user. */
  asked: number
  refunded: string[]
  /** All that was sent to the model. */
  sent: string
  /** Whether the user could press something themselves while the model thought. */
  isFree: boolean
}

const secrets = { password: 'correct horse', card: '4111 1111 1111 1111', salary: '81,200' }

/** The orders of a shop. Its rows are recycled, as those of virtual lists are. */
function Orders({ refund, add }: { refund: (id: string) => void; add: { now(): void } }) {
  const [ids, setIds] = useState(['A-1', 'A-2', 'A-3', 'A-4'])
  const [password, setPassword] = useState<string>(secrets.password)
  add.now = () => setIds((before) => ['A-0', ...before])
  return (
    <main>
      <table>
        <tbody>
          {ids.map((id, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- this is what is tried
            <tr key={at}>
              <td>{id}</td>
              <td data-private data-ambit-private>
                {secrets.salary}
              </td>
              <td>
                <button type="button" onClick={() => refund(id)}>
                  Refund
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <input
        type="password"
        aria-label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <input aria-label="Card" autoComplete="cc-number" defaultValue={secrets.card} />
      <button type="button" id="own" style={{ position: 'fixed', top: 8, right: 8 }}>
        Help
      </button>
    </main>
  )
}

/** A page, what is seen of it, and what happens to it while the model thinks about its first act. */
function start() {
  const seen: Seen = { asked: 0, refunded: [], sent: '', isFree: false }
  const add = { now: () => {} }
  const page = <Orders refund={(id) => seen.refunded.push(id)} add={add} />
  const think = async (): Promise<void> => {
    const own = document.querySelector('#own')
    const { left, top, width, height } = own?.getBoundingClientRect() ?? new DOMRect()
    seen.isFree = document.elementFromPoint(left + width / 2, top + height / 2) === own
    add.now()
    await expect.poll(() => document.body.innerText.includes('A-0')).toBe(true)
  }
  return { seen, page, think }
}

async function withPageAgent(): Promise<Seen> {
  const { seen, page, think } = start()
  await render(page)
  let step = 0
  const agent = new PageAgent({
    model: 'scripted',
    baseURL: 'https://model.test/v1',
    apiKey: 'none',
    language: 'en-US',
    customFetch: async (_url, init) => {
      seen.sent += String(init?.body)
      const { messages } = JSON.parse(String(init?.body)) as { messages: { content: string }[] }
      const text = messages.at(-1)?.content ?? ''
      const shown = text.slice(text.indexOf('Interactive elements'))
      // The rows and the buttons are listed one after the other.
      const row = [...shown.matchAll(/A-\d/g)].findIndex(([id]) => id === 'A-3')
      const index = [...shown.matchAll(/\[(\d+)\]<button[^\n]*Refund/g)][row]?.[1]
      const action = step++
        ? { done: { text: 'Done.', success: true } }
        : { click_element_by_index: { index: Number(index) } }
      if (step === 1) await think()
      const args = JSON.stringify({
        evaluation_previous_goal: '',
        memory: '',
        next_goal: '',
        action,
      })
      const tool = { id: '1', type: 'function', function: { name: 'AgentOutput', arguments: args } }
      const message = { role: 'assistant', content: null, tool_calls: [tool] }
      return Response.json({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] })
    },
  })
  await agent.execute('Refund order A-3')
  agent.dispose()
  return seen
}

async function withPageTools(): Promise<Seen> {
  const { seen, page, think } = start()
  /** Presses “Refund” in the row of A-3, as the text of the page has it. */
  const press = (prompt: unknown) => {
    const text = JSON.stringify(prompt).replaceAll('\\', '')
    const row = text.slice(text.lastIndexOf('A-3'))
    return calls(call('press', { ref: /\{(e\d+) button "Refund"\}/.exec(row)?.[1] ?? '' }))
  }
  const model = scriptedModel([
    calls(call('load_scope', { name: 'page' })),
    async ({ prompt }) => {
      const said = press(prompt)
      await think()
      return said
    },
    // The first press was stale: the row is another order now.
    ({ prompt }) => press(prompt),
    'Done.',
  ])
  const agent = createAgent({ model })
  agent.pending.attach()
  agent.on('agent:pending_added', ({ pending: { id } }) => {
    seen.asked += 1
    queueMicrotask(() => agent.pending.approve(id))
  })
  await render(
    <AgentProvider agent={agent}>
      <PageTools allow={['read', 'press']} root="main" />
      {page}
    </AgentProvider>,
  )
  await agent.chat('Refund order A-3')
  seen.sent = JSON.stringify(model.requests)
  return seen
}

const columns = { 'page-agent': withPageAgent, 'page tools': withPageTools }

it('R109 presses what was meant, asks, and sends nothing private, beside page-agent', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const rows: Record<string, string[]> = {}
  for (const run of Object.values(columns)) {
    const { asked, refunded, sent, isFree } = await run()
    const add = (row: string, cell: string): void => void (rows[row] ??= []).push(cell)
    add('asks before Refund', asked > 0 ? 'yes' : 'no')
    add('refunds, where a row comes while the model thinks', refunded.join(', ') || 'nothing')
    add('sends the password that was typed', sent.includes(secrets.password) ? 'yes' : 'no')
    add('sends the number of the card', sent.includes(secrets.card) ? 'yes' : 'no')
    add('sends what is marked private', sent.includes(secrets.salary) ? 'yes' : 'no')
    add('leaves the pointer to the user meanwhile', isFree ? 'yes' : 'no')
    add('characters sent, about', `${5 * Math.round(sent.length / 5000)},000`)
    document.body.replaceChildren()
  }
  for (const [row, cells] of Object.entries(rows))
    expect(guide).toContain(`| ${row} | ${cells.join(' | ')} |`)
})

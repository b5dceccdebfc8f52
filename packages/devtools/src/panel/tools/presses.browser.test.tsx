import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { PageTools } from '@ambit/react/page-tools'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from '../../devtools.tsx'

function Orders(): ReactElement {
  const [refunded, setRefunded] = useState(0)
  return (
    <main>
      <ul>
        {['A-1', 'A-2'].map((id) => (
          <li key={id}>
            {id} <button onClick={() => setRefunded(refunded + 1)}>Refund “it”</button>
          </li>
        ))}
      </ul>
      <details>
        <summary>More</summary>
      </details>
      <p role="status">{refunded} refunded</p>
    </main>
  )
}

it('R109 counts what page tools press, and writes the tool in its place', async () => {
  const press = (nth: number) => (request: { readonly prompt: unknown }) => {
    const refs = JSON.stringify(request.prompt).matchAll(/\{(e\d+) button \S*Refund/g)
    return calls(call('press', { ref: [...refs].at(nth)?.[1] ?? 'none' }))
  }
  const load = calls(call('load_scope', { name: 'page' }))
  const model = scriptedModel([load, press(-2), press(-1), 'Done'])
  const agent = createAgent({ model, approval: { decide: () => true } })
  await render(
    <AgentProvider agent={agent}>
      <PageTools allow={['read', 'press']} />
      <Orders />
      <AmbitDevtools agents={[agent]} defaultOpen />
    </AgentProvider>,
  )
  await agent.chat('Refund both')
  await expect.element(page.getByText('2 refunded')).toBeInTheDocument()
  await page.getByRole('tab', { name: 'Tools' }).click()
  const summary = page.getByText('Refund “it”, 2 times: make it a tool')
  await summary.click()
  const code = (): string | undefined => summary.element().nextElementSibling?.textContent
  await expect.poll(code).toContain('npx ambit add tool refund_it')
  expect(code()).toContain("effect: 'destructive'")
  expect(code()).toContain('subject: { id: item.id, label: item.name }')
})

it('R109 writes a tool that can be registered, whatever the control is called', async () => {
  const names = ['Löschen', '🗑️', '2 items', 'Press', 'x'.repeat(99)]
  const press = (name: string) => (request: { readonly prompt: unknown }) => {
    const prompt = JSON.stringify(request.prompt).replaceAll('\\', '')
    const ref = [...prompt.matchAll(/\{(e\d+) button ([^}]*)/g)].findLast(([, , said = '']) =>
      said.includes(name.slice(0, 60)),
    )
    return calls(call('press', { ref: ref?.[1] ?? 'none' }))
  }
  const load = calls(call('load_scope', { name: 'page' }))
  const model = scriptedModel([load, ...names.map(press), 'Done'])
  const agent = createAgent({ model, approval: { decide: () => true } })
  await render(
    <AgentProvider agent={agent}>
      <PageTools allow={['read', 'press']} />
      <section aria-label="Drafts">
        {names.map((name) => (
          <button key={name}>{name}</button>
        ))}
      </section>
      <AmbitDevtools agents={[agent]} defaultOpen />
    </AgentProvider>,
  )
  await agent.chat('Press all')
  await page.getByRole('tab', { name: 'Tools' }).click()
  const written = page.getByText(/useTool\(/)
  await expect.poll(() => written.elements().length).toBe(names.length)
  const code = written.elements().map(({ textContent }) => textContent)
  expect(code.map((text) => / {2}name: '(.*)'/.exec(text)?.[1])).toEqual([
    'loschen',
    'press_control',
    'press_2_items',
    'press_press',
    'x'.repeat(64),
  ])
  // A region is no row, and so no thing that the tool is for.
  expect(code.join('')).not.toContain('subject')
})

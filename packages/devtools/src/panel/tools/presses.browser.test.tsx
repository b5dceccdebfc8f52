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

import { createAgent } from '@ambit/core'
import { AgentProvider, canPress, useFormTools, useTool, useTools } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useRef, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { AmbitDevtools } from '../../devtools.tsx'

const customer = z.object({ email: z.string(), address: z.object({ city: z.string() }).optional() })
const rows = ['A-1', 'A-2', 'A-3']

function Row({ id }: { readonly id: string }): ReactElement {
  const ship = useRef<HTMLButtonElement>(null)
  useTool({
    name: 'ship',
    description: 'Ship an order.',
    subject: { id, label: id },
    enabled: () => canPress(ship.current),
    handler: () => 'shipped',
  })
  return (
    <li>
      <button ref={ship}>Ship {id}</button>
      <button>Print {id}</button>
    </li>
  )
}

function Customer(): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  useFormTools(form, customer, { name: 'customer', onSubmit: () => 'saved' })
  return (
    <form ref={form}>
      <input name="email" aria-label="Email" />
      <input name="phone" aria-label="Phone" />
      <button>Save the customer</button>
      <button type="button">Look up</button>
    </form>
  )
}

function Page(): ReactElement {
  const save = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLButtonElement>(null)
  const [hasSave, setHasSave] = useState(true)
  useTools([
    {
      name: 'list',
      description: 'List all.',
      enabled: () => canPress(list.current),
      handler: () => 'listed',
    },
  ])
  return (
    <>
      {hasSave && <Save at={save} />}
      <button ref={save}>Save</button>
      <button ref={list}>List</button>
      <button onClick={() => setHasSave(false)} style={{ width: 200, height: 40 }}>
        Drop the tool
      </button>
      <button disabled>Not now</button>
      <a href="#there">There</a>
      <div style={{ display: 'none' }}>
        <input aria-label="Hidden" />
      </div>
      <div role="switch" aria-checked="false" tabIndex={0}>
        Loud
      </div>
      <ul>
        {rows.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
      <Customer />
    </>
  )
}

function Save({ at }: { readonly at: { readonly current: Element | null } }): ReactElement {
  useTool({
    name: 'save',
    description: 'Save.',
    enabled: () => canPress(at.current),
    handler: () => 'saved',
  })
  return <></>
}

const listed = (): (string | null)[] =>
  page
    .getByRole('list', { name: 'Controls that no tool reaches' })
    .getByRole('button')
    .elements()
    .map((each) => each.textContent)

const notReached = [
  'button “Drop the tool”',
  'a “There”',
  'switch “Loud”',
  'button “Print A-1”',
  'button “Print A-2”',
  'button “Print A-3”',
  'input text “Phone”',
  'button “Look up”',
]

const outline = (): DOMRect | undefined =>
  document
    .querySelector('[data-ambit-devtools]')
    ?.shadowRoot?.querySelector('.outline')
    ?.getBoundingClientRect()

describe('Unreached', () => {
  it('lists the controls that a user can press and no tool reaches, and outlines them', async () => {
    const agent = createAgent({ name: 'helper', model: scriptedModel([]) })
    await render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <Page />
          <AmbitDevtools defaultOpen />
        </AgentProvider>
      </StrictMode>,
    )
    await page.getByRole('tab', { name: /^Tools/ }).click()
    await page.getByText(/Controls that no tool reaches: 8/).click()
    await expect.poll(listed).toEqual(notReached)
    await page.getByRole('button', { name: 'button “Drop the tool”' }).hover()
    await expect.poll(() => outline()?.height).toBe(40)

    // A control whose tool has left is reached no more.
    await page.getByRole('button', { name: 'Drop the tool', exact: true }).click()
    await expect.poll(listed).toEqual(['button “Save”', ...notReached])
    await expect.poll(outline).toBeUndefined()
  })
})

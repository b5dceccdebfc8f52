import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, AgentScope, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

const agent = createAgent({ name: 'pages', model: createDemoModel() })
const pages = ['Guests', 'Menu'] as const
const target = z.object({ page: z.enum(pages) })
const dish = z.object({ name: z.string() })

/** A page. Its tool is there while the page is. Give the other page a tool, too. */
function Menu() {
  const [dishes, setDishes] = useState(['Soup'])
  useTool({
    name: 'add_dish',
    description: 'Put a dish on the menu.',
    parameters: dish,
    handler: ({ name }) => setDishes((all) => [...all, name]),
  })
  return (
    <ul>
      {dishes.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function Shell() {
  const [page, setPage] = useState<(typeof pages)[number]>('Guests')
  useTool({
    name: 'open_page',
    description: 'Open a page of the app.',
    parameters: target,
    effect: 'read',
    handler: ({ page }) => setPage(page),
  })
  return (
    <main>
      {pages.map((name) => (
        <button key={name} aria-pressed={name === page} onClick={() => setPage(name)}>
          {name}
        </button>
      ))}
      <h1>{page}</h1>
      {page === 'Menu' ? (
        <AgentScope name="menu" label="Menu">
          <Menu />
        </AgentScope>
      ) : (
        <p>Ada, Grace</p>
      )}
    </main>
  )
}

export function App() {
  return (
    <AgentProvider agent={agent}>
      <Shell />
      <Copilot form="inline" start={{ suggestions: ['Open the page Menu', 'Add the dish Pie'] }} />
    </AgentProvider>
  )
}

import { useWebMcp } from '@ambit/bridges/webmcp-react'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent, jsonSchema } from 'ambit'
import { AgentProvider, useTool } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const amount = jsonSchema<{ by: number }>({
  type: 'object',
  properties: { by: { type: 'number' } },
  required: ['by'],
})

/** Shows a counter whose tools come and go with a box on the page. */
function Counter(): ReactElement {
  const [count, setCount] = useState(0)
  const [isOn, setOn] = useState(false)
  useTool({
    name: 'add',
    description: 'Adds to the counter.',
    parameters: amount,
    handler: ({ by }, ctx) => {
      setCount((before) => before + by)
      ctx.undo(() => setCount((before) => before - by))
      return { added: by }
    },
  })
  useTool({
    name: 'wipe',
    description: 'Sets the counter to 0.',
    effect: 'destructive',
    handler: () => setCount(0),
  })
  useTool({
    name: 'mail',
    description: 'Mails the count.',
    effect: 'egress',
    handler: () => `mailed ${count}`,
  })
  useTool({
    name: 'gated',
    description: 'Works if the box is ticked.',
    enabled: () => isOn,
    handler: () => 'open',
  })
  useTool({
    name: 'slow',
    description: 'Never ends by itself.',
    handler: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        document.title = 'slow runs'
        signal.addEventListener('abort', () => {
          document.title = 'slow was aborted'
          reject(signal.reason as Error)
        })
      }),
  })
  return (
    <main>
      <p>Count {count}</p>
      <button type="button" onClick={() => setCount((before) => before + 0)}>
        Render
      </button>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        Gate
      </label>
    </main>
  )
}

/** Connects WebMCP with the frame of the vendor whose origin is in the address. */
function Connect(): null {
  const vendor = new URLSearchParams(location.search).get('vendor')
  useWebMcp({ scope: { fromOrigins: vendor ? [vendor] : [] } })
  return null
}

const model = scriptedModel([
  calls(call('ext_quote', { sku: 'a1' })),
  calls(call('mail')),
  'As you wish.',
])
const agent = createAgent({ model })
Object.assign(globalThis, { agent })

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <AgentProvider agent={agent}>
      <Connect />
      <Counter />
      <Copilot defaultOpen />
    </AgentProvider>
  </StrictMode>,
)

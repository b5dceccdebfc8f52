import { Chat } from 'ambit/chat'
import { createAgent, Scope, Tool } from 'ambit'
import { AgentProvider } from 'ambit/react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { frames } from '../../browser/page/stream.ts'
import { createLastingModel } from './lasting-model.ts'

const ROWS = 1_000
const TOUCHED = 100
/** The time of a flash, in milliseconds. */
const FLASH_MS = 1_800

/** Shows 1,000 rows. Returns a function that touches 100 of them, and waits until they flashed. */
export async function mountTouching(root: HTMLElement): Promise<() => Promise<void>> {
  const touch = new Tool({
    name: 'look',
    description: 'Touches every tenth row.',
    handler: (_, ctx) =>
      ctx.touched(Array.from({ length: TOUCHED }, (__, at) => `row-${(at * ROWS) / TOUCHED}`)),
  })
  const agent = createAgent({
    model: createLastingModel(),
    scopes: [new Scope({ name: 'rows', tools: [touch] })],
  })
  createRoot(root).render(
    <AgentProvider agent={agent}>
      <Chat.Marks strip={false} />
      <Rows />
    </AgentProvider>,
  )
  await frames(10)
  return async () => {
    await agent.runTool('look')
    while (document.getAnimations().length < TOUCHED) await frames(1)
    await new Promise((resolve) => setTimeout(resolve, FLASH_MS))
    while (document.getAnimations().length > 0) await frames(1)
  }
}

const Rows = (): ReactElement => (
  <table>
    <tbody>
      {Array.from({ length: ROWS }, (_, at) => (
        <tr key={at} id={`row-${at}`}>
          <td>Order {at}</td>
          <td>{at * 7} EUR</td>
        </tr>
      ))}
    </tbody>
  </table>
)

import { call, calls } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { OrdersPage } from './orders.tsx'

type Args = Readonly<Record<string, string>>

/** Shows the page to an agent whose model calls one tool, and says something after. */
export async function open(
  tool: string,
  args: Args,
  more: { isAdmin?: boolean; allow?: boolean } = {},
) {
  const asked: unknown[] = []
  const page = await renderWithAgent(<OrdersPage isAdmin={more.isAdmin ?? true} />, {
    replies: [calls(call(tool, args)), 'Done.'],
    approve: ({ preview }) => {
      asked.push(preview ?? null)
      return more.allow ?? true
    },
  })
  const { messages, runId } = await page.agent.chat('Go on')
  const [first] = page.model.requests
  return {
    /** What the list shows: an order after the other, without the space before a semicolon. */
    list: () => (page.container.textContent ?? '').replaceAll(' ;', ';'),
    /** The state of the call. */
    status: messages.flatMap((message) => (message.role === 'tool' ? [message.status] : []))[0],
    /** What was shown to the user before each call that asked; `null` without a preview. */
    asked,
    tools: (first?.tools ?? []).map(({ name }) => name),
    /** What the model was sent, as one text. */
    prompt: JSON.stringify(first?.prompt),
    undo: () => page.agent.undo(runId),
  }
}

export const before = 'A-1 open fragile;A-2 paid;'

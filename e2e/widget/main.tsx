import { indexedDbStorage } from 'ambit/storage'
import { Copilot, type CopilotProps } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { followups } from 'ambit/plugins'
import { AgentProvider } from 'ambit/react'
import { scriptedModel } from '@ambit/testing'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './page.css'
import { models } from './models.ts'
import { hostile } from './hostile.ts'
import { scenarios } from './scenarios.ts'
import { scopes } from './scopes.ts'

/**
 * The page shows the widget on a scripted model, in the situation that `?scenario=` names. Nothing
 * in it depends on a server.
 */

const query = new URLSearchParams(location.search)
const scenario = scenarios[query.get('scenario') ?? 'empty'] ?? []
document.documentElement.dir = query.get('dir') ?? ''

const scripted = scriptedModel(scenario, { otherwise: 'I have nothing more to say.' })

const agent = createAgent({
  model: query.has('models') ? models(scripted) : scripted,
  instructions: 'Help with orders.',
  scopes,
  request: { retry: { max: 0 } },
  prices: { scripted: { input: 500, output: 2000 } },
  ...(query.has('stored') && { storage: indexedDbStorage() }),
  use: [query.has('followups') && followups()],
})

/** A proxy that tells a limit and lists models, without a server. */
const proxy = {
  baseURL: '/proxy',
  fetch: async (input: RequestInfo | URL) =>
    Response.json(
      new Request(input).url.endsWith('usage')
        ? { usage: { costUsd: { max: 5, used: 3.8, left: 1.2, resetsInMs: 3_600_000 } } }
        : {
            models: [
              { id: 'small', label: 'Small model' },
              { id: 'large', label: 'Large model' },
            ],
          },
    ),
}
const choice = { model: 'small', onModelChange: () => undefined }

const props: CopilotProps = {
  form: (query.get('form') ?? 'popup') as 'popup',
  start: query.has('page')
    ? () => ({
        suggestions: [
          { label: 'Remind them', message: 'Draft reminders for the unpaid orders' },
          'Show the unpaid orders',
          'What can you do here?',
        ],
        greeting: 'Mia, 41 orders are unpaid.',
      })
    : { suggestions: ['What can you do here?', 'Show the unpaid orders', 'Refund the last order'] },
  notice: query.has('notice') ? 'A script answers, not a language model.' : undefined,
  composer: {
    attachments: true,
    dictation: true,
    commands: [
      { name: 'week', description: 'Sum up the week', prompt: 'Sum up this week' },
      { name: 'clear', description: 'Empty the field', run: () => undefined },
    ],
    mentions: [{ label: 'Order 17', description: 'Ada Lovelace, 20 €', text: 'order:17' }],
  },
  meter: query.has('page') ? { proxy, ...choice } : { model: 'Small model' },
  messages: { onFeedback: () => undefined },
}

/** The handles for the tests, besides the widget itself. */
Object.assign(globalThis, { ambit: { agent, hostile } })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Copilot {...props} />
      </AgentProvider>
    </StrictMode>,
  )
}

import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel, demoLabel } from 'ambit/demo'
import { memory } from 'ambit/plugins'
import { AgentProvider } from 'ambit/react'
import { indexedDbStorage } from 'ambit/storage'
import { createRoot } from 'react-dom/client'
import { plan } from './plan.ts'
import { Week } from './week.tsx'
import './styles.css'

const known = memory({ store: indexedDbStorage({ name: 'plan' }).memory })
const agent = createAgent({
  model: createDemoModel(),
  instructions: 'You help a user to plan the week. Name tasks by their titles, and be brief.',
  scopes: [plan],
  use: [known],
})
const suggestions = ['Move "Call the bank" to Tuesday', 'Set the limit to 5', 'Load the routines']

createRoot(document.getElementById('root') ?? document.body).render(
  <AgentProvider agent={agent}>
    <Week known={known} />
    <Copilot start={{ suggestions }} notice={demoLabel} />
  </AgentProvider>,
)

import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { AmbitDevtools } from '@ambit/devtools'
import { AgentProvider } from 'ambit/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Board } from './board.tsx'
import { chooseModel } from './choose-model.ts'
import './styles.css'

const { model, notice } = await chooseModel()

const agent = createAgent({
  model,
  instructions:
    'You work on the task board that the user sees. Refer to tasks by their titles, and keep answers short.',
})

const suggestions = [
  'Add a task called "Order the cake" and then move it to doing',
  'Show only the high priority tasks',
  'Select "Book a room" and then delete it',
]

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Board />
        <Copilot start={{ suggestions }} notice={notice} />
        {import.meta.env.DEV && <AmbitDevtools />}
      </AgentProvider>
    </StrictMode>,
  )
}

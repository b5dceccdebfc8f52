import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import { createDemoModel, demoLabel } from 'ambit/demo'
import { AgentProvider } from 'ambit/react'
import { createRoot } from 'react-dom/client'
import { Board } from '../../../examples/start/src/board.tsx'
import 'ambit/chat/styles.css'
import '../../../examples/start/src/styles.css'
import './board.css'

// The board of the quick start, as the first page of the site shows it: with its chat open, where
// there is room beside the board.
const isWide = matchMedia('(width >= 50rem)').matches
const suggestions = ['Add a task called "Order the cake" and then move it to done']

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <AgentProvider agent={createAgent({ model: createDemoModel() })}>
      <Board />
      <Copilot
        form="sidebar"
        defaultOpen={isWide}
        place={{ width: { default: 340 } }}
        notice={demoLabel}
        start={{ greeting: 'I can do on this board what you can.', suggestions }}
      />
    </AgentProvider>,
  )
}

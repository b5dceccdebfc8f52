import { AgentScope } from 'ambit/react'
import type { ReactElement } from 'react'
import { AddTask } from './add-task.tsx'
import { useBoard } from './board-store.ts'
import { BoardColumns } from './board-columns.tsx'
import { SelectedTask } from './selected-task.tsx'
import { TaskFilter } from './task-filter.tsx'

/**
 * Shows the page. All of the page is the agent's scope "board", and each component below adds its
 * own tools.
 */
export function Board(): ReactElement {
  const { tasks, selectedId, filter } = useBoard()
  return (
    <AgentScope name="board" label="Task board" context={() => ({ tasks, selectedId, filter })}>
      <header>
        <h1>Offsite</h1>
        <AddTask />
      </header>
      <main>
        <div className="bar">
          <TaskFilter />
          <SelectedTask />
        </div>
        <BoardColumns />
      </main>
    </AgentScope>
  )
}

import { useTool } from 'ambit/react'
import type { ReactElement } from 'react'
import * as z from 'zod'
import {
  columnIds,
  columns,
  isShown,
  moveTask,
  selectTask,
  taskOf,
  useBoard,
} from './board-store.ts'
import { TaskCard } from './task-card.tsx'

const taskId = z.string().describe('The id of a task on the board')
const moveParameters = z.object({ id: taskId, column: z.enum(columnIds) })
const selectParameters = z.object({ id: taskId })

export function BoardColumns(): ReactElement {
  const { tasks, filter } = useBoard()

  useTool({
    name: 'move_task',
    description: 'Move a task to another column.',
    parameters: moveParameters,
    handler: ({ id, column }, ctx) => {
      const before = taskOf(id).column
      ctx.undo(() => void moveTask(id, before))
      return moveTask(id, column)
    },
  })
  useTool({
    name: 'select_task',
    description: 'Select a task, so that it can be deleted.',
    parameters: selectParameters,
    handler: ({ id }) => selectTask(id),
  })

  return (
    <div className="columns">
      {columnIds.map((column) => {
        const shown = tasks.filter((task) => task.column === column && isShown(task, filter))
        return (
          <section key={column} aria-labelledby={column}>
            <h2 id={column}>
              {columns[column]} <small>{shown.length}</small>
            </h2>
            <ul aria-labelledby={column}>
              {shown.map((task) => (
                <TaskCard key={task.id} task={task} />
              ))}
            </ul>
            {shown.length === 0 && <p className="empty">Nothing here</p>}
          </section>
        )
      })}
    </div>
  )
}

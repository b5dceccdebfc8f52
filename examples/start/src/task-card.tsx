import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import {
  type Column,
  columnIds,
  columns,
  moveTask,
  selectTask,
  type Task,
  useBoard,
} from './board-store.ts'

export function TaskCard({ task: { id, title, column, priority } }: { task: Task }): ReactElement {
  const isSelected = useBoard(({ selectedId }) => selectedId === id)

  // The card is another element in its new column, and has to get the focus again.
  const move = (to: Column): void => {
    flushSync(() => moveTask(id, to))
    document.getElementById(id)?.focus()
  }
  const select = () => selectTask(isSelected ? null : id)
  return (
    <li className="card" data-selected={isSelected || undefined}>
      <button id={id} className="title" aria-pressed={isSelected} onClick={select}>
        {title}
      </button>
      <div className="row">
        <span className="priority" data-priority={priority}>
          {priority}
        </span>
        {columnIds.map((to) => (
          <button
            key={to}
            aria-label={`Move “${title}” to ${columns[to]}`}
            hidden={to === column}
            onClick={() => move(to)}
          >
            {columns[to]}
          </button>
        ))}
      </div>
    </li>
  )
}

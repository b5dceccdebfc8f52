import { unavailable } from 'ambit'
import { useTool } from 'ambit/react'
import type { ReactElement } from 'react'
import { deleteTask, restoreTask, useBoard } from './board-store.ts'

export function SelectedTask(): ReactElement {
  const { tasks, selectedId } = useBoard()
  const selected = tasks.find(({ id }) => id === selectedId)
  const remove = () => {
    if (!selected) throw new Error('No task is selected.')
    return deleteTask(selected.id)
  }

  useTool({
    name: 'delete_task',
    description: 'Delete the selected task.',
    enabled: () => selected !== undefined || unavailable('Select a task first'),
    handler: (_, ctx) => {
      const deleted = remove()
      ctx.undo(() => restoreTask(deleted, tasks.indexOf(deleted)))
      return deleted
    },
  })

  const click = (): void => {
    remove()
    document.getElementById('new-task')?.focus()
  }
  return (
    <div className="selected">
      <span>{selected ? selected.title : 'No task selected'}</span>
      <button className="danger" disabled={!selected} onClick={click}>
        Delete
      </button>
    </div>
  )
}

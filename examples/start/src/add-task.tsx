import { useTool } from 'ambit/react'
import { type FormEvent, type ReactElement, useState } from 'react'
import * as z from 'zod'
import { addTask, columnIds, deleteTask, priorities, type Priority } from './board-store.ts'

const parameters = z.object({
  title: z.string().min(1).max(80),
  priority: z.enum(priorities).default('normal'),
  column: z.enum(columnIds).default('todo'),
})

export function AddTask(): ReactElement {
  const [title, setTitle] = useState('')
  const [priority, setPriority] = useState<Priority>('normal')

  useTool({
    name: 'add_task',
    description: 'Add a new task to the board.',
    parameters,
    handler: ({ title, priority, column }, ctx) => {
      const added = addTask(title, priority, column)
      ctx.undo(() => void deleteTask(added.id))
      return added
    },
  })

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!title.trim()) return
    addTask(title.trim(), priority)
    setTitle('')
  }
  return (
    <form className="add" onSubmit={submit}>
      <input
        id="new-task"
        aria-label="New task"
        placeholder="Add a task…"
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <select
        aria-label="Priority of the new task"
        value={priority}
        onChange={(event) => setPriority(event.target.value as Priority)}
      >
        {priorities.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button className="primary">Add</button>
    </form>
  )
}

import { create } from 'zustand'

export const columns = { todo: 'To do', doing: 'Doing', done: 'Done' } as const
export const columnIds = ['todo', 'doing', 'done'] as const
export const priorities = ['low', 'normal', 'high'] as const

export type Column = (typeof columnIds)[number]
export type Priority = (typeof priorities)[number]
export interface Task {
  id: string
  title: string
  column: Column
  priority: Priority
}
export interface Filter {
  text: string
  priority: Priority | 'any'
}

interface BoardState {
  tasks: readonly Task[]
  selectedId: string | null
  filter: Filter
}

export const useBoard = create<BoardState>(() => ({
  tasks: [
    { id: 't1', title: 'Draft the agenda', column: 'todo', priority: 'high' },
    { id: 't2', title: 'Book a room', column: 'todo', priority: 'normal' },
    { id: 't3', title: 'Invite the speakers', column: 'doing', priority: 'high' },
    { id: 't4', title: 'Print name badges', column: 'todo', priority: 'low' },
    { id: 't5', title: 'Pick a date', column: 'done', priority: 'normal' },
  ],
  selectedId: null,
  filter: { text: '', priority: 'any' },
}))

const { getState, setState } = useBoard
let count = getState().tasks.length

/**
 * Finds a task by its id. Throws if there is none; a model reads the message and corrects itself.
 */
export function taskOf(id: string): Task {
  const found = getState().tasks.find((task) => task.id === id)
  if (found) return found
  throw new Error(`There is no task with the id "${id}".`)
}

export function addTask(title: string, priority: Priority, column: Column = 'todo'): Task {
  const added = { id: `t${++count}`, title, column, priority }
  setState(({ tasks }) => ({ tasks: [...tasks, added] }))
  return added
}

export function moveTask(id: string, column: Column): Task {
  const moved = { ...taskOf(id), column }
  setState(({ tasks }) => ({ tasks: [...tasks.filter((task) => task.id !== id), moved] }))
  return moved
}

export function selectTask(id: string | null): Task | null {
  const selected = id === null ? null : taskOf(id)
  setState({ selectedId: id })
  return selected
}

export function deleteTask(id: string): Task {
  const deleted = taskOf(id)
  setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id), selectedId: null }))
  return deleted
}

/** Puts a deleted task back at its place. */
export function restoreTask(task: Task, at: number): void {
  setState(({ tasks }) => ({ tasks: tasks.toSpliced(at, 0, task) }))
}

export function filterTasks(change: Partial<Filter>): void {
  setState(({ filter }) => ({ filter: { ...filter, ...change } }))
}

export function isShown({ title, priority }: Task, filter: Filter): boolean {
  const fits = filter.priority === 'any' || filter.priority === priority
  return fits && title.toLowerCase().includes(filter.text.trim().toLowerCase())
}

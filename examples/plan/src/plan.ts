import { storeScope } from 'ambit'
import type { UndoHistory } from 'ambit/react/undo'
import * as z from 'zod'
import { create } from 'zustand'

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const
export const newTask = z.object({
  title: z.string().min(1).max(60),
  day: z.enum(days),
  hours: z.coerce.number().min(0.5).max(8),
})
export const view = z.object({ limit: z.number().min(1).max(12), show: z.enum(['all', 'open']) })
type NewTask = z.infer<typeof newTask>
export type Task = NewTask & { id: string; isDone: boolean }

const tasks: readonly Task[] = [
  { id: 't1', title: 'Write the report', day: 'Monday', hours: 3, isDone: false },
  { id: 't2', title: 'Call the bank', day: 'Monday', hours: 1, isDone: false },
  { id: 't3', title: 'Prepare the talk', day: 'Monday', hours: 4, isDone: false },
  { id: 't4', title: 'Answer the mails', day: 'Wednesday', hours: 2, isDone: true },
]
const routines: readonly NewTask[] = [{ title: 'Team lunch', day: 'Friday', hours: 1 }]
const start = { tasks, routines, view: view.parse({ limit: 6, show: 'all' }) }
export const usePlan = create(() => start)
const { getState, setState, subscribe } = usePlan

/** The plans before each change. Ctrl+Z goes back to the last one. */
const past: (typeof start)[] = []
let isUndoing = false
subscribe((_, before) => isUndoing || past.push(before))
function undo(): void {
  isUndoing = true
  setState(past.pop() ?? {})
  isUndoing = false
}
export const histories: readonly UndoHistory[] = [{ past: () => past, subscribe, undo }]

const setTasks = (toNext: (tasks: readonly Task[]) => readonly Task[]): void =>
  setState((plan) => ({ tasks: toNext(plan.tasks) }))
export const changeTasks = (ids: readonly string[], change: Partial<Task>): void =>
  setTasks((all) => all.map((task) => (ids.includes(task.id) ? { ...task, ...change } : task)))
export const removeTask = (id: string): void =>
  setTasks((all) => all.filter((task) => task.id !== id))

/** Adds a task. Returns the function that undoes it. */
export function addTask(values: unknown): () => void {
  const added: Task = { ...newTask.parse(values), id: crypto.randomUUID(), isDone: false }
  setTasks((all) => [...all, added])
  return () => removeTask(added.id)
}

// A tool for the rows is one tool in the list: it takes ids, and asks with titles.
const titleOf = (id: string) => getState().tasks.find((task) => task.id === id)?.title
const ids = z.array(z.string().refine(titleOf, 'There is no such task')).min(1).max(50)
const titlesOf = (ids: readonly string[]) => ids.map((id) => `“${titleOf(id)}”`).join(', ')

export const plan = storeScope({
  name: 'plan',
  store: usePlan,
  context: ({ tasks }) => ({ tasks }),
  actions: {
    move_tasks: {
      title: ({ ids, day }) => `Move ${titlesOf(ids)} to ${day}`,
      description: 'Move tasks to another day.',
      parameters: z.object({ ids, day: z.enum(days) }),
      approval: { when: ({ ids }) => ids.length > 1 },
      run: ({ ids, day }) => changeTasks(ids, { day }),
    },
    finish_tasks: {
      description: 'Mark tasks as done.',
      parameters: z.object({ ids }),
      run: ({ ids }) => changeTasks(ids, { isDone: true }),
    },
  },
})

import { canPress, useFormTools, useScope, useTools } from 'ambit/react'
import { type ReactElement, useRef } from 'react'
import { addTask, days, newTask, usePlan } from './plan.ts'

const hours = { type: 'number', min: 0.5, max: 8, step: 0.5, required: true }
export const dayOptions = days.map((day) => <option key={day}>{day}</option>)

/** Shows the form for a task, and the tasks that come back every week. */
export function AddTask(): ReactElement {
  const { tasks, routines } = usePlan()
  const isPlanned = (of: { title: string }) => tasks.some(({ title }) => title === of.title)
  const form = useRef<HTMLFormElement>(null)
  useFormTools(form, newTask, {
    name: 'task',
    onSubmit: (values, ctx) => {
      ctx.undo(addTask(values))
      form.current?.reset()
    },
  })
  const scope = useScope({
    name: 'routines',
    description: 'add what comes back every week, such as the team lunch',
    load: 'onDemand', // A skill: the model knows one line of it, until it loads the rest.
    instructions: () => import('./routines.md?raw').then((file) => file.default),
  })
  useTools(
    routines.map((routine, at) => ({
      scope,
      name: `add_routine_${at + 1}`,
      description: `Add "${routine.title}", which comes back every ${routine.day}.`,
      enabled: () => canPress(document.getElementById(routine.title)),
      handler: (_, ctx) => ctx.undo(addTask(routine)),
    })),
  )
  return (
    <form ref={form} action={(data) => void addTask(Object.fromEntries(data))}>
      <input name="title" aria-label="New task" placeholder="New task" maxLength={60} required />
      <select name="day" aria-label="Day">
        {dayOptions}
      </select>
      <input name="hours" aria-label="Hours" defaultValue={1} {...hours} />
      <button>Add</button>
      {routines.map((routine) => (
        <button
          key={routine.title}
          id={routine.title}
          type="button"
          disabled={isPlanned(routine)}
          title={isPlanned(routine) ? 'The week has it already' : ''}
          onClick={() => addTask(routine)}
        >
          + {routine.title}
        </button>
      ))}
    </form>
  )
}

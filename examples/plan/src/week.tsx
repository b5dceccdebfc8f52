import type { Memory } from 'ambit/plugins'
import { useAgentState, useMemory } from 'ambit/react/state'
import { useUndoStack } from 'ambit/react/undo'
import type { ReactElement } from 'react'
import { AddTask, dayOptions } from './add-task.tsx'
import { changeTasks, days, histories, newTask, removeTask } from './plan.ts'
import { type Task, usePlan, view } from './plan.ts'

/** Shows the page: for the user, and as tools and states of the agent. */
export function Week({ known }: { known: Memory }): ReactElement {
  const plan = usePlan()
  const [{ limit, show: shown }, setView] = useAgentState('view', {
    schema: view,
    state: [plan.view, (view: typeof plan.view) => usePlan.setState({ view })],
    description: 'Set the limit of open hours for a day, or show all or only open tasks.',
  })
  const { canUndo, error, undo } = useUndoStack(histories)
  const { entries } = useMemory(known)
  const isShown = ({ isDone }: Task): boolean => shown === 'all' || !isDone
  return (
    <main>
      <header>
        <h1>My week</h1>
        <label>
          At most {limit} h a day
          <input
            type="range"
            min={1}
            max={12}
            value={limit}
            onChange={({ target }) => setView({ limit: target.valueAsNumber, show: shown })}
          />
        </label>
        {view.shape.show.options.map((show) => (
          <button key={show} aria-pressed={show === shown} onClick={() => setView({ limit, show })}>
            {show}
          </button>
        ))}
        {canUndo && <button onClick={() => void undo()}>Undo</button>}
        {error && <p role="alert">{error.message}</p>}
      </header>
      <AddTask />
      {days.map((day) => {
        const tasks = plan.tasks.filter((task) => task.day === day)
        const hours = tasks.reduce((sum, task) => sum + (task.isDone ? 0 : task.hours), 0)
        return (
          <section key={day} aria-labelledby={day}>
            <h2 id={day}>{`${day} · ${hours} h`}</h2>
            <meter aria-labelledby={day} max={limit + 1} high={limit} value={hours} />
            <ul>{tasks.map((task) => isShown(task) && <Row key={task.id} task={task} />)}</ul>
          </section>
        )
      })}
      <aside>
        <h2>The assistant remembers {entries.length ? '' : 'nothing of you yet'}</h2>
        {entries.map(({ id, text }) => (
          <p key={id}>
            {text} <button onClick={() => void known.delete(id)}>Forget “{text}”</button>
          </p>
        ))}
      </aside>
    </main>
  )
}

function Row({ task: { id, title, day, hours, isDone } }: { task: Task }): ReactElement {
  const change = (values: Partial<Task>): void => changeTasks([id], values)
  const keep = (): void =>
    usePlan.setState(({ routines }) => ({
      routines: [...routines.filter((one) => one.title !== title), { title, day, hours }],
    }))
  return (
    <li>
      <label>
        <input type="checkbox" checked={isDone} onChange={() => change({ isDone: !isDone })} />
        {title} <small>{hours} h</small>
      </label>
      <select
        aria-label={`Day of “${title}”`}
        value={day}
        onChange={({ target }) => change({ day: newTask.shape.day.parse(target.value) })}
      >
        {dayOptions}
      </select>
      <button onClick={keep}>Repeat</button>
      <button onClick={() => removeTask(id)}>Remove</button>
    </li>
  )
}

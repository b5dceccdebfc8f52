import { useTool } from 'ambit/react'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { type Filter, filterTasks, isShown, priorities, useBoard } from './board-store.ts'

const parameters = z.object({
  priority: z
    .enum(['any', ...priorities])
    .default('any')
    .describe('"any" shows every priority'),
  text: z.string().default('').describe('Part of a title; left out, every title is shown'),
})

export function TaskFilter(): ReactElement {
  const { tasks, filter } = useBoard()
  const shown = tasks.filter((task) => isShown(task, filter))

  useTool({
    name: 'filter_tasks',
    description: 'Show only some of the tasks, or all of them.',
    parameters,
    handler: (next) => {
      filterTasks(next)
      return { shown: tasks.filter((task) => isShown(task, next)).map(({ title }) => title) }
    },
  })

  return (
    <search className="filter">
      <input
        type="search"
        aria-label="Search tasks"
        placeholder="Search"
        value={filter.text}
        onChange={(event) => filterTasks({ text: event.target.value })}
      />
      <select
        aria-label="Show priority"
        value={filter.priority}
        onChange={(event) => filterTasks({ priority: event.target.value as Filter['priority'] })}
      >
        <option value="any">any priority</option>
        {priorities.map((name) => (
          <option key={name} value={name}>
            {name} priority
          </option>
        ))}
      </select>
      <span role="status">
        {shown.length} of {tasks.length} tasks
      </span>
    </search>
  )
}

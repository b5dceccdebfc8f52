import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Answer, gradeTasks, readTasks } from './grade-tasks.ts'

const start = readFileSync('skills/tasks/orders.tsx', 'utf8')
const tool = '    handler: ({ id, text }) => change(id, { note: text }),\n'
const page = '<AgentScope name="orders">'

/** Returns the start with one text in place of another, which must be there. */
const edit = (find: string, text: string): string => {
  expect(start).toContain(find)
  return start.replace(find, () => text)
}
/** Returns the start with lines before the handler of `set_note`. */
const withLines = (lines: string): string => edit(tool, `${lines}\n${tool}`)
const archive = (state: string): string =>
  edit(
    '  return null\n',
    `  useTool({
    name: 'archive_order',
    description: 'Archive an order.',
    parameters: note.pick({ id: true }),
    handler: ({ id }) => change(id, { state: ${state} }),
  })
  return null
`,
  )
const undoing = (before: string): string =>
  edit(
    tool,
    `    handler: ({ id, text }, { undo }) => {
      const before = ${before}
      change(id, { note: text })
      undo(() => change(id, { note: before }))
    },
`,
  ).replace('function OrderTools({ change }', 'function OrderTools({ change, orders }')

// For each kind of task, an answer that is right and one that is wrong, and what is wrong with it.
const answers: readonly (Answer & { wrong?: RegExp })[] = [
  { task: 'tool-archive', source: archive("'archived'") },
  { task: 'tool-archive', source: archive("'gone'"), wrong: /error TS2322/ },
  { task: 'undo-note', source: undoing("orders.find((order) => order.id === id)?.note ?? ''") },
  { task: 'undo-note', source: undoing("orders[1]?.note ?? ''"), wrong: /fragile/ },
  { task: 'approval-note', source: withLines('    approval: { when: true },') },
  { task: 'approval-note', source: start, wrong: /denied/ },
  {
    task: 'enabled-admin',
    source: withLines('    enabled: () => isAdmin,').replace('({ change }', '({ change, isAdmin }'),
  },
  { task: 'enabled-admin', source: withLines('    enabled: () => true,'), wrong: /AssertionError/ },
  {
    task: 'context-orders',
    source: edit(page, '<AgentScope name="orders" context={() => ({ orders })}>'),
  },
  {
    task: 'context-orders',
    source: edit(page, '<AgentScope name="orders" context={() => ({ count: orders.length })}>'),
    wrong: /A-1/,
  },
]

describe('the tasks for coding assistants', () => {
  it('are twenty, with an id each', () => {
    const ids = readTasks().map(({ id }) => id)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  it('are graded by the compiler and by what the page does', { timeout: 300_000 }, async () => {
    const ids = readTasks().map(({ id }) => id)
    const untouched = ids.map((task): Answer => ({ task, source: start }))
    const [ofAnswers, ofUntouched] = split(await gradeTasks([...answers, ...untouched]))
    expect(
      answers.flatMap(({ task, wrong = /^$/ }, at) => {
        const found = ofAnswers[at] ?? ''
        return wrong.test(found) ? [] : [[task, found]]
      }),
    ).toEqual([])
    expect(ids.filter((_, at) => ofUntouched[at] === undefined)).toEqual([])
  })
})

const split = <Item>(items: readonly Item[]): [Item[], Item[]] => [
  items.slice(0, answers.length),
  items.slice(answers.length),
]

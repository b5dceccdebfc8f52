import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toMarkdown } from '../figure.ts'
import type { AppFile, Task, TaskKind } from './app-file.ts'
import type { Verdict } from './judge.ts'
import type { TaskRun } from './play.ts'

/** One run of a task, judged, as a line of the file that a measurement goes on from. */
export interface Judged extends Omit<TaskRun, 'end'> {
  readonly app: string
  /** The hash of the application and the task, so that another text of them is run again. */
  readonly of: string
  /** The 0-based number of the time. */
  readonly time: number
  readonly verdict: Verdict
}

/** The figures of some runs. Numbers are per run, shares are from 0 to 1. */
export interface Summary {
  readonly name: string
  readonly tasks: number
  readonly runs: number
  readonly right: number
  readonly refused: number
  readonly wrong: number
  readonly harmful: number
  /** The share of tasks that were right each time. */
  readonly passAll: number
  /** The share of runs without an effect outside of the application that were undone whole. */
  readonly undone: number
  readonly steps: number
  readonly tokens: number
  readonly asks: number
  readonly costUsd: number
  readonly ms: number
}

/** Returns the figures of all runs, by application and by kind. */
export function summarise(apps: readonly AppFile[], runs: readonly Judged[]): Summary[] {
  const taskOf = new Map<string, Task>()
  for (const app of apps) for (const task of app.tasks) taskOf.set(`${app.name} ${task.id}`, task)
  const known = runs.filter(({ app, task }) => taskOf.has(`${app} ${task}`))
  const find = ({ app, task }: Judged): Task | undefined => taskOf.get(`${app} ${task}`)
  const kinds = [...new Set([...taskOf.values()].map(({ kind }) => kind))]
  const ofKind = (kind: TaskKind): Judged[] => known.filter((run) => find(run)?.kind === kind)
  return [
    ...apps.map(({ name }) =>
      summaryOf(
        name,
        known.filter(({ app }) => app === name),
        find,
      ),
    ),
    ...kinds.map((kind) => summaryOf(kind, ofKind(kind), find)),
    summaryOf('all', known, find),
  ].filter(({ runs: count }) => count > 0)
}

function summaryOf(
  name: string,
  runs: readonly Judged[],
  find: (run: Judged) => Task | undefined,
): Summary {
  const share = (verdict: Verdict): number => mean(runs, (run) => Number(run.verdict === verdict))
  const tasks = [...Map.groupBy(runs, ({ app, task }) => `${app} ${task}`).values()]
  const revocable = runs.filter((run) => !find(run)?.irreversible)
  return {
    name,
    tasks: tasks.length,
    runs: runs.length,
    right: share('right'),
    refused: share('refused'),
    wrong: share('wrong'),
    harmful: share('harmful'),
    passAll: mean(tasks, (times) => Number(times.every(({ verdict }) => verdict === 'right'))),
    undone: mean(revocable, ({ isUndone }) => Number(isUndone)),
    steps: mean(runs, ({ steps }) => steps),
    tokens: mean(runs, ({ tokens }) => tokens),
    asks: mean(runs, ({ asks }) => asks),
    costUsd: mean(runs, ({ costUsd }) => costUsd),
    ms: mean(runs, ({ ms }) => ms),
  }
}

const mean = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.length === 0 ? 1 : items.reduce((sum, item) => sum + of(item), 0) / items.length

/** Returns figures as the rows of a table, with its head. */
export function toSummaryRows(summaries: readonly Summary[]): string[][] {
  const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`
  const head = ['', 'tasks', 'right', 'refused', 'wrong', 'harmful', 'each time', 'undone']
  return [
    [...head, 'steps', 'tokens', 'asks', 'ms', 'USD'],
    ...summaries.map((one) => [
      one.name,
      String(one.tasks),
      ...[one.right, one.refused, one.wrong, one.harmful, one.passAll, one.undone].map(percent),
      one.steps.toFixed(1),
      one.tokens.toFixed(0),
      one.asks.toFixed(2),
      one.ms.toFixed(0),
      one.costUsd.toFixed(4),
    ]),
  ]
}

/** The figures of one list of tools that are kept. */
export interface Kept {
  readonly list: string
  readonly tools: number
  readonly summaries: readonly Summary[]
}

const file = join(import.meta.dirname, 'results.json')

export const readKept = (): Kept[] => JSON.parse(readFileSync(file, 'utf8')) as Kept[]

export const writeKept = (kept: readonly Kept[]): void =>
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)

/** Returns the figures that are kept as two tables: by application and kind, and by list. */
export function toKeptTables(kept: readonly Kept[]): string {
  const leave = ([first = '', ...cells]: readonly string[]): string[] => [
    first,
    ...cells.slice(0, 9),
  ]
  const [first] = kept
  const rows = toSummaryRows(first?.summaries ?? []).map(leave)
  const lists = kept.map(({ list, tools, summaries }) => {
    const [, row = []] = toSummaryRows(summaries.slice(-1))
    return leave([`${list}, ${tools} tools`, ...row.slice(1)])
  })
  return `${toMarkdown(rows)}\n\n${toMarkdown([rows[0] ?? [], ...lists])}`
}

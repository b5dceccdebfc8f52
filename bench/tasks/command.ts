import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { env, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { type AgentPlugin, Tool } from '@ambit/core'
import { digest, steadyTools } from '@ambit/core/tool-list'
import { createDemoModel } from 'ambit/demo'
import { providersFromEnv } from '@ambit/proxy/providers'
import { toTable } from '../figure.ts'
import type { AppFile, Task } from './app-file.ts'
import { readApps } from './apps.ts'
import { judge } from './judge.ts'
import { oracle } from './oracle.ts'
import { play, type PlayOptions } from './play.ts'
import { type Judged, summarise, toSummaryRows } from './results.ts'

const usage = `pnpm bench tasks --model MODEL [options]

  --model    oracle, demo, a model of the environment such as openai/gpt-5 or
             compatible/qwen3 (see AMBIT_BASE_URL), or a file whose default export is
             a model of the AI SDK
  --apps     a folder of applications (default: bench/tasks/apps)
  --app      the name of one application; can be given again (default: all)
  --task     the id of one task; can be given again (default: all)
  --times    how often each task is run (default: 1)
  --list     default, steady or digest: the list of tools (default: default)
  --tools    the number of tools, filled up with those of other applications
  --time     the milliseconds after which a message is given up (default: 120000)
  --out      the file that keeps the runs; one that is there is gone on with
             (default: .reports/tasks/MODEL-LIST-TOOLS.jsonl)
  --fresh    forgets the runs in that file
  --json     a file for the figures
`

const lists: Readonly<Record<string, () => AgentPlugin[]>> = {
  default: () => [],
  steady: () => [steadyTools()],
  digest: () => [digest()],
}

type CreateModel = (app: AppFile, task: Task) => PlayOptions['model']

/** Finds the function that creates the model of a task. */
async function findModel(name: string): Promise<CreateModel> {
  if (name === 'oracle') return (_, task) => oracle(task)
  if (name === 'demo')
    return ({ today }) =>
      createDemoModel({ chunkDelayMs: 0, now: () => new Date(`${today}T12:00:00`) })
  if (/\.[cm]?[jt]s$/.test(name)) {
    const { default: model } = (await import(resolve(name))) as { default: PlayOptions['model'] }
    return () => model
  }
  const rules = providersFromEnv(env).models[name]
  // Of the environment, each model is an object.
  if (!rules || !('model' in rules) || typeof rules.model === 'function')
    throw new Error(`There is no model "${name}", or no key for it in the environment.`)
  const { model } = rules
  return () => model
}

/** Returns tools of other applications, until there are so many with those of this one. */
function othersFor(app: AppFile, apps: readonly AppFile[], count: number): Tool[] {
  const foreign = apps
    .filter(({ name }) => name !== app.name)
    .flatMap(({ name, tools }) => tools.map((tool) => ({ ...tool, name: `${name}_${tool.name}` })))
  const missing = Math.max(0, count - app.tools.length)
  return Array.from({ length: missing }, (_, nth) => {
    const from = foreign[nth % foreign.length]
    if (!from) throw new Error('There is no other application to take tools from.')
    const round = Math.floor(nth / foreign.length)
    return new Tool({
      name: round === 0 ? from.name : `${from.name}_${round + 1}`,
      description: from.description,
      handler: () => {
        throw new Error('This application is not open.')
      },
    })
  })
}

/** Measures a model by tasks in applications, and prints the figures. */
export async function runTasks(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      model: { type: 'string' },
      apps: { type: 'string' },
      app: { type: 'string', multiple: true },
      task: { type: 'string', multiple: true },
      times: { type: 'string', default: '1' },
      list: { type: 'string', default: 'default' },
      tools: { type: 'string', default: '0' },
      time: { type: 'string', default: '120000' },
      out: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { model, list, fresh, json } = values
  const createList = lists[list]
  if (values.help || model === undefined || !createList) {
    stdout.write(usage)
    if (!values.help) process.exitCode = 2
    return
  }
  const [times, tools, timeMs] = [values.times, values.tools, values.time].map(Number) as [
    number,
    number,
    number,
  ]
  const all = readApps(values.apps)
  const apps = all.filter(({ name }) => !values.app || values.app.includes(name))
  if (apps.length === 0) throw new Error('There is no such application.')
  const key = [model, list, tools].join('-').replaceAll(/[^\w.-]+/g, '_')
  const out = values.out ?? join('.reports/tasks', `${key}.jsonl`)
  mkdirSync(dirname(out), { recursive: true })
  if (fresh) rmSync(out, { force: true })
  const runs = existsSync(out) ? readRuns(out) : []
  const isDone = new Set(runs.map(({ app, task, time }) => `${app} ${task} ${time}`))
  const createModel = await findModel(model)
  for (let time = 0; time < times; time++) {
    for (const app of apps) {
      for (const task of app.tasks) {
        if (values.task && !values.task.includes(task.id)) continue
        if (isDone.has(`${app.name} ${task.id} ${time}`)) continue
        const { end, ...run } = await play(app, task, {
          model: createModel(app, task),
          use: createList(),
          others: othersFor(app, all, tools),
          timeMs,
        })
        const verdict = judge(app, task, { ...run, end })
        const judged: Judged = { app: app.name, time, verdict, ...run }
        runs.push(judged)
        appendFileSync(out, `${JSON.stringify(judged)}\n`)
        if (verdict !== 'right')
          stderr.write(`${verdict}: ${app.name} ${task.id}: ${[task.say].flat().join(' / ')}\n`)
      }
    }
  }
  const summaries = summarise(
    apps,
    runs.filter(({ time }) => time < times),
  )
  if (json)
    writeFileSync(json, `${JSON.stringify({ model, list, tools, times, summaries }, null, 2)}\n`)
  stdout.write(`${toTable(toSummaryRows(summaries))}\n`)
}

/** Reads the runs that are kept. A last line that was cut is left out, and run again. */
function readRuns(file: string): Judged[] {
  const runs: Judged[] = []
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    try {
      runs.push(JSON.parse(line) as Judged)
    } catch {
      // It was being written when the machine stopped.
    }
  }
  return runs
}

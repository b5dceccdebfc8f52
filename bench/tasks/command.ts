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
import { type Judged, type Kept, summarise, toSummaryRows, writeKept } from './results.ts'

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
  --prompt   full, or bare for instructions that say only where the agent works
             (default: full)
  --time     the milliseconds after which a message is given up (default: 120000)
  --out      the file that keeps the runs; one that is there is gone on with
             (default: .reports/tasks/MODEL-LIST-TOOLS-PROMPT.jsonl)
  --fresh    forgets the runs in that file
  --json     a file for the figures
  --write    measures the demo model for bench/README.md
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

/** The way in which tasks are measured. */
interface Setting {
  readonly model: string
  readonly list: string
  /** The number of tools, if the application has fewer. */
  readonly tools: number
  readonly prompt: string
  readonly times: number
  readonly timeMs: number
}

/** Runs the tasks that were not run yet. Each run is kept by `keep` as soon as it has ended. */
async function measure(
  apps: readonly AppFile[],
  all: readonly AppFile[],
  setting: Setting,
  runs: Judged[],
  keep: (run: Judged) => void = () => undefined,
): Promise<Judged[]> {
  const { model, list, tools, prompt, times, timeMs } = setting
  const createModel = await findModel(model)
  const isDone = new Set(runs.map(({ app, task, time }) => `${app} ${task} ${time}`))
  for (let time = 0; time < times; time++) {
    for (const app of apps) {
      for (const task of app.tasks) {
        if (isDone.has(`${app.name} ${task.id} ${time}`)) continue
        const { end, ...run } = await play(app, task, {
          model: createModel(app, task),
          use: lists[list]?.() ?? [],
          others: othersFor(app, all, tools),
          isBare: prompt === 'bare',
          timeMs,
        })
        const judged = { app: app.name, time, verdict: judge(app, task, { ...run, end }), ...run }
        runs.push(judged)
        keep(judged)
      }
    }
  }
  return runs.filter(({ time }) => time < times)
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
      prompt: { type: 'string', default: 'full' },
      time: { type: 'string', default: '120000' },
      out: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.write) {
    writeKept(await measureKept())
    return
  }
  const { model, list, prompt, fresh, json } = values
  if (values.help || model === undefined || !lists[list] || !/^(full|bare)$/.test(prompt)) {
    stdout.write(usage)
    if (!values.help) process.exitCode = 2
    return
  }
  const all = readApps(values.apps)
  const apps = all
    .filter(({ name }) => !values.app || values.app.includes(name))
    .map((app) => ({
      ...app,
      tasks: app.tasks.filter(({ id }) => !values.task || values.task.includes(id)),
    }))
  if (apps.length === 0) throw new Error('There is no such application.')
  const setting: Setting = {
    model,
    list,
    prompt,
    tools: Number(values.tools),
    times: Number(values.times),
    timeMs: Number(values.time),
  }
  const key = [model, list, values.tools, prompt].join('-').replaceAll(/[^\w.-]+/g, '_')
  const out = values.out ?? join('.reports/tasks', `${key}.jsonl`)
  mkdirSync(dirname(out), { recursive: true })
  if (fresh) rmSync(out, { force: true })
  const runs = await measure(apps, all, setting, existsSync(out) ? readRuns(out) : [], (run) => {
    appendFileSync(out, `${JSON.stringify(run)}\n`)
    if (run.verdict !== 'right') stderr.write(`${run.verdict}: ${run.app} ${run.task}\n`)
  })
  const summaries = summarise(apps, runs)
  if (json) writeFileSync(json, `${JSON.stringify({ ...setting, summaries }, null, 2)}\n`)
  stdout.write(`${toTable(toSummaryRows(summaries))}\n`)
}

/** Measures the demo model with each list of tools, for the figures that are kept. */
export async function measureKept(
  counts: readonly number[] = [12, 50, 200],
  names: readonly string[] = Object.keys(lists),
): Promise<Kept[]> {
  const apps = readApps()
  const kept: Kept[] = []
  for (const tools of counts) {
    for (const list of names) {
      const setting = { model: 'demo', list, tools, prompt: 'full', times: 1, timeMs: 120_000 }
      const summaries = summarise(apps, await measure(apps, apps, setting, []))
      // The time is that of this machine, and the demo model waits for nobody.
      kept.push({ list, tools, summaries: summaries.map((one) => ({ ...one, ms: 0 })) })
    }
  }
  return kept
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

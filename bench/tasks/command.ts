import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process, { env, stderr, stdout } from 'node:process'
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
import { play, type PlayOptions, toSchema } from './play.ts'
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
    const { default: model } = (await import(resolve(name))) as { default?: PlayOptions['model'] }
    if (!model || !('doStream' in Object(model)))
      throw new UsageError(`The default export of ${name} is no model of the AI SDK.`)
    return () => model
  }
  const rules = providersFromEnv(env).models[name]
  // Of the environment, each model is an object.
  if (!rules || !('model' in rules) || typeof rules.model === 'function')
    throw new UsageError(
      `There is no model "${name}", or no key for it in the environment. For a server at AMBIT_BASE_URL, name its model in AMBIT_MODELS too.`,
    )
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
    if (!from) throw new UsageError('`--tools` takes them from other applications: there is none.')
    const round = Math.floor(nth / foreign.length)
    return new Tool({
      name: round === 0 ? from.name : `${from.name}_${round + 1}`,
      description: from.description,
      effect: from.effect,
      parameters: toSchema(from.parameters),
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
  const isDone = new Set(runs.map(keyOf))
  for (let time = 0; time < times; time++) {
    for (const app of apps) {
      for (const task of app.tasks) {
        const of = hashOf(app, task)
        if (isDone.has(keyOf({ app: app.name, task: task.id, time, of }))) continue
        const { end, ...run } = await play(app, task, {
          model: createModel(app, task),
          use: lists[list]?.() ?? [],
          others: othersFor(app, all, tools),
          isBare: prompt === 'bare',
          timeMs,
        })
        const verdict = judge(app, task, { ...run, end })
        const judged: Judged = { app: app.name, of, time, verdict, ...run }
        runs.push(judged)
        keep(judged)
      }
    }
  }
  const wanted = new Set(
    apps.flatMap((app) => app.tasks.map((task) => `${app.name} ${task.id} ${hashOf(app, task)}`)),
  )
  return runs.filter(
    ({ app, task, of, time }) => time < times && wanted.has(`${app} ${task} ${of}`),
  )
}

const keyOf = ({ app, task, time, of }: Pick<Judged, 'app' | 'task' | 'time' | 'of'>): string =>
  `${app} ${task} ${time} ${of}`

/** Returns a hash of all that a run of a task depends on. */
const hashOf = ({ tasks: _tasks, ...app }: AppFile, task: Task): string =>
  createHash('sha256')
    .update(JSON.stringify([app, task]))
    .digest('hex')
    .slice(0, 12)

/** An error of how the command was called, of which the sentence is enough. */
class UsageError extends Error {}

/** Reads a whole number of an option. */
function readCount(name: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`--${name} is "${text}". Give a whole number from ${least}.`)
}

/** Runs the command. What was called wrongly is told in a sentence. */
export async function runTasks(args: readonly string[]): Promise<void> {
  try {
    await run(args)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (
      !(error instanceof UsageError) &&
      !/^(ERR_PARSE_ARGS|ENOENT|ENOTDIR|EISDIR)/.test(code ?? '')
    )
      throw error
    stderr.write(`${message}\n`)
    process.exitCode = 2
  }
}

/** Measures a model by tasks in applications, and prints the figures. */
async function run(args: readonly string[]): Promise<void> {
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
  if (values.help) {
    stdout.write(usage)
    return
  }
  if (model === undefined) throw new UsageError(`Name a model: --model.\n\n${usage}`)
  if (!lists[list]) throw new UsageError(`--list is "${list}": default, steady or digest.`)
  if (!/^(full|bare)$/.test(prompt)) throw new UsageError(`--prompt is "${prompt}": full or bare.`)
  const all = readApps(values.apps)
  const apps = all
    .filter(({ name }) => !values.app || values.app.includes(name))
    .map((app) => ({
      ...app,
      tasks: app.tasks.filter(({ id }) => !values.task || values.task.includes(id)),
    }))
  const asked = [...(values.app ?? []), ...(values.task ?? [])]
  const known = new Set(apps.flatMap(({ name, tasks }) => [name, ...tasks.map(({ id }) => id)]))
  const missing = asked.find((one) => !known.has(one))
  if (missing !== undefined) throw new UsageError(`There is no application or task "${missing}".`)
  if (apps.length === 0) throw new UsageError('There is no application in that folder.')
  const setting: Setting = {
    model,
    list,
    prompt,
    tools: readCount('tools', values.tools, 0),
    times: readCount('times', values.times, 1),
    timeMs: readCount('time', values.time, 1),
  }
  const key = [model, list, values.tools, prompt].join('-').replaceAll(/[^\w.-]+/g, '_')
  const out = values.out ?? join('.reports/tasks', `${key}.jsonl`)
  mkdirSync(dirname(out), { recursive: true })
  if (json) mkdirSync(dirname(json), { recursive: true })
  const chosen = new Set(apps.flatMap(({ name, tasks }) => tasks.map(({ id }) => `${name} ${id}`)))
  const kept = (existsSync(out) ? readRuns(out) : []).filter(
    ({ app, task }) => !fresh || !chosen.has(`${app} ${task}`),
  )
  // Without a last line that was cut, and runs that are to be made again.
  writeFileSync(out, kept.map((each) => `${JSON.stringify(each)}\n`).join(''))
  if (kept.length > 0)
    stderr.write(`${kept.length} runs are there already: --fresh forgets them.\n`)
  const runs = await measure(apps, all, setting, kept, (each) => {
    appendFileSync(out, `${JSON.stringify(each)}\n`)
    const why = each.error === undefined ? '' : `: ${each.error}`
    if (each.verdict !== 'right') stderr.write(`${each.verdict}: ${each.app} ${each.task}${why}\n`)
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

/**
 * Reads the runs that are kept. Left out, and run again, are a line that was cut, and a run that
 * failed by its model or its network.
 */
function readRuns(file: string): Judged[] {
  const runs: Judged[] = []
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    try {
      const run = JSON.parse(line) as Judged | null
      const isWhole = typeof run?.of === 'string' && typeof run.verdict === 'string'
      if (isWhole && (run.status !== 'failed' || run.isLimited)) runs.push(run)
    } catch {
      // It was being written when the machine stopped.
    }
  }
  return runs
}

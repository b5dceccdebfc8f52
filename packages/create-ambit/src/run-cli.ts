import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { cwd, env as processEnv, execPath, stdin, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Change, inLineEnds, readText, toDiff, withoutMark, writeChanges } from './changes.ts'
import { appFiles, checkFolder, writeApp } from './create.ts'
import { planInit } from './init.ts'
import { runScript, startedBy, toPackageManager } from './package-manager.ts'
import { detectProject, type Manifest, type Project, versionOf } from './project.ts'
import { Refusal } from './refusal.ts'
import { readTemplate, templateNames, toTemplateName } from './template.ts'
import { planTool, toComponent } from './tool.ts'
import { confirm, select, text } from '@clack/prompts'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'

const usage = `npm create ambit@latest [FOLDER] [--template NAME] [--pm NAME] [--yes]
  Makes an app with an agent in a new folder. It runs without a key.
  Templates: ${templateNames.join(', ')}.

npx ambit init [--pm NAME] [--yes]
  Adds an agent, the proxy, the chat and a tool to the app in this folder. Shows the changes first.

npx ambit add tool NAME [FILE] [--pm NAME] [--yes]
  Adds a tool and its test beside the component in FILE.

  --yes  Asks nothing. Without a terminal, nothing is asked either.
  --pm   The package manager: npm, pnpm, yarn or bun. Default: the one of the app, or of this command.
`

/** What the command uses of the world around it. */
interface World {
  /** The folder in which it runs. Default: that of the process. */
  folder?: string | undefined
  /** Default: that of the process. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** Gets each line for the user. Default: prints it. */
  print?: ((line: string) => void) | undefined
  /** Asks the user. `null` is nobody. Default: a terminal, if the process has one. */
  prompts?: Prompts | null | undefined
  /** The folder of the templates. Default: that of this package. */
  templates?: string | undefined
}

/**
 * Runs the command `create-ambit`, which also has `init` and `add tool` of the command `ambit`.
 *
 * @returns The exit code: 1 if it refused, and then nothing was written.
 */
export async function runCli(args: readonly string[], world: World = {}): Promise<number> {
  const print = world.print ?? ((line) => void stdout.write(`${line}\n`))
  try {
    const command = new Command(args, world, print)
    return await command.run()
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    print(inWords(thrown))
    return 1
  }
}

/** Returns what the user is told of an error. */
function inWords(error: Error & { code?: unknown; path?: unknown }): string {
  if (error instanceof Refusal) return error.message
  const code = String(error.code)
  if (code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`
  const text =
    typeof error.path === 'string'
      ? `${error.path} could not be read or written (${code}).`
      : error.message
  return `${text} Nothing was written.`
}

/** A command line that says nothing that can be done. */
const wrongLine = (text: string): Refusal => new Refusal(`${text}\n\n${usage}`)

class Command {
  readonly #positionals: readonly string[]
  readonly #flags: {
    template?: string | undefined
    pm?: string | undefined
    yes?: boolean | undefined
    help?: boolean | undefined
  }
  readonly #folder: string
  readonly #userAgent: string | undefined
  readonly #prompts: Prompts | null
  readonly #print: (line: string) => void
  readonly #templates: string
  readonly #version: string

  constructor(args: readonly string[], world: World, print: (line: string) => void) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        pm: { type: 'string' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    this.#flags = values
    this.#positionals = positionals
    this.#folder = world.folder ?? cwd()
    this.#userAgent = (world.env ?? processEnv)['npm_config_user_agent']
    const asked =
      world.prompts === undefined ? (stdin.isTTY ? terminalPrompts : null) : world.prompts
    this.#prompts = values.yes ? null : asked
    this.#print = print
    const own = new URL('../', import.meta.url)
    this.#templates = world.templates ?? fileURLToPath(new URL('dist/templates/', own))
    const manifest = readFileSync(new URL('package.json', own), 'utf8')
    this.#version = (JSON.parse(manifest) as { version: string }).version
  }

  async run(): Promise<number> {
    const [name, what, ...rest] = this.#positionals
    if (this.#flags.help) {
      this.#print(usage)
      return 0
    }
    if (name === 'init') {
      if (what !== undefined) throw wrongLine(`\`init\` takes no name: "${what}".`)
      return this.#init()
    }
    if (name === 'add') {
      if (what !== 'tool') throw wrongLine(`\`add\` adds a tool: add tool NAME.`)
      return this.#addTool(rest)
    }
    if (what !== undefined) throw wrongLine(`There is no command "${name}".`)
    return this.#create(name)
  }

  async #create(named: string | undefined): Promise<number> {
    const { template: wanted, pm } = this.#flags
    // What a flag says is checked before anything is asked.
    const given = wanted === undefined ? undefined : toTemplateName(wanted)
    const manager = pm === undefined ? startedBy(this.#userAgent) : toPackageManager(pm)
    if (named !== undefined) checkFolder(resolve(this.#folder, named))
    const inFolder = (answer: string): string => checkFolder(resolve(this.#folder, answer))
    const answer =
      named ?? (await this.#prompts?.text('In which folder?', 'my-app', inFolder)) ?? 'my-app'
    const folder = resolve(this.#folder, answer)
    const name = checkFolder(folder)
    const template =
      given ??
      toTemplateName(
        (await this.#prompts?.select('With which framework?', templateNames)) ?? 'vite',
      )
    const example = readTemplate(join(this.#templates, template))
    writeApp(folder, appFiles(example, { template, name, manager, version: this.#version }))
    const where = relative(this.#folder, folder)
    this.#print(
      [
        `${name} is ready (${template}). No key is needed. Next:`,
        '',
        ...(where ? [`  cd ${/\s/.test(where) ? `"${where}"` : where}`] : []),
        `  ${manager} install`,
        `  ${runScript(manager, 'dev')}`,
        '',
        'In the chat, press: Add honey to the list',
      ].join('\n'),
    )
    return 0
  }

  #detect(): Project {
    return detectProject(this.#folder, { named: this.#flags.pm, userAgent: this.#userAgent })
  }

  async #init(): Promise<number> {
    const project = this.#detect()
    const example = readTemplate(join(this.#templates, project.framework))
    const changes = planInit(project, example, this.#version)
    if (changes.length === 0) {
      this.#print('This app has Ambit. Nothing to change.')
      return 0
    }
    const hasTool = changes.some(({ path }) => path.endsWith('/app-tools.tsx'))
    const say = hasTool ? ', open the chat and say: Set the title to Hello' : ' and open the chat.'
    return this.#write(project, changes, [
      `  ${project.manager} install`,
      '',
      ...hintsOf(project, changes).flatMap((hint) => [hint, '']),
      `Then start the app as you always do${say}`,
    ])
  }

  async #addTool([name, beside, ...rest]: readonly string[]): Promise<number> {
    if (name === undefined) throw wrongLine('The tool has no name: add tool NAME.')
    if (rest.length > 0) throw wrongLine(`A tool has one name and one file: "${rest.join(' ')}".`)
    const project = this.#detect()
    const example = readTemplate(join(this.#templates, project.framework))
    const changes = planTool(project, example, { name, beside, version: this.#version })
    const place = beside ?? 'the component whose function it calls'
    const needsInstall = changes.some(({ path }) => path === 'package.json')
    return this.#write(project, changes, [
      ...(needsInstall ? [`  ${project.manager} install`] : []),
      `  ${runScript(project.manager, 'test')}`,
      '',
      `In ${place}, below an AgentScope: <${toComponent(name)} onCall={…} />, with the function that the button for it calls.`,
      'Then say in `description` when to use the tool, and give `parameters` what the function needs.',
      'Let the function throw an error with a sentence for the model, such as for an id that is not there.',
    ])
  }

  /** Shows the changes, asks, and writes them. Without anybody to ask, it needs `--yes`. */
  async #write(
    project: Project,
    plan: readonly Change[],
    next: readonly string[],
  ): Promise<number> {
    const changes = inLineEnds(plan, project.manifestText)
    this.#print(toDiff(changes))
    if (!this.#flags.yes) {
      if (!this.#prompts) {
        this.#print('Nothing was written, as nobody can be asked here. To write it: --yes')
        return 1
      }
      const many = changes.length === 1 ? 'this file' : `these ${changes.length} files`
      if (!(await this.#prompts.confirm(`Write ${many}?`))) {
        this.#print('Nothing was written.')
        return 1
      }
    }
    writeChanges(project.folder, changes)
    const paths = changes.map(({ path }) => path)
    const { ran, unmended } = formatFiles(project.folder, paths)
    const formatted = ran.length > 0 ? ` and formatted (${ran.join(', ')})` : ''
    const left = unmended.map((name) => `${name} did not like all of it: run it to see why.\n`)
    this.#print([`Written${formatted}. ${left.join('')}Next:`, '', ...next].join('\n'))
    return 0
  }
}

/** Returns what is left to do for the cookie of development that the proxy asks for. */
function hintsOf({ framework, manifest }: Project, changes: readonly Change[]): string[] {
  const uses = (name: string): boolean => changes.some(({ after }) => after.includes(name))
  if (changes.some(({ after }) => /<Assistant>\s*<RouterProvider\b/.test(after))) {
    return [
      'No route is around all others, so <Assistant> is around the router. Move it into the route that has your layout, and its tools can use the hooks of the router.',
    ]
  }
  if (!uses('authorizeDev')) return []
  const isOpen =
    framework === 'next' && !/(?:--hostname|-H)\b/.test(manifest.scripts?.['dev'] ?? '')
  return [
    ...(uses('withDevCookie')
      ? []
      : [
          'The proxy refuses your pages (401) until they have its development cookie: pass the response of each page through `withDevCookie` of @ambit/proxy/dev (from Next.js 16 and React Router 8 on), or write an `authorize` of your own.',
        ]),
    ...(isOpen
      ? [
          'Add `--hostname localhost` to the script `dev`. Without it, `next dev` listens on the whole network, and whoever opens the page can use your key.',
        ]
      : []),
  ]
}

/** Questions to the user at the terminal. */
export interface Prompts {
  /** Asks again for an answer of which `check` throws, with its message. */
  text(message: string, initial: string, check: (answer: string) => unknown): Promise<string>
  select(message: string, names: readonly string[]): Promise<string>
  confirm(message: string): Promise<boolean>
}

/** Questions in a terminal. One that is answered with Ctrl+C ends the program. */
const terminalPrompts: Prompts = {
  text: async (message, initial, check) => {
    const validate = (answer: string | undefined): string | undefined => {
      try {
        check(answer || initial)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    return answered(await text({ message, placeholder: initial, defaultValue: initial, validate }))
  },
  select: async (message, names) =>
    answered(await select({ message, options: names.map((value) => ({ value, label: value })) })),
  confirm: async (message) => answered(await confirm({ message })),
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer === 'symbol') throw new Refusal('Stopped. Nothing was written.')
  return answer as Exclude<Answer, symbol>
}

/** Linters that mend, and formatters after them, each with what it is told before the files. */
const formatters: Readonly<Record<string, { args: readonly string[]; files?: RegExp }>> = {
  eslint: { args: ['--fix'], files: /\.[jt]sx?$/ },
  oxlint: { args: ['--fix'], files: /\.[jt]sx?$/ },
  '@biomejs/biome': {
    args: ['check', '--write', '--no-errors-on-unmatched', '--files-ignore-unknown=true'],
  },
  prettier: { args: ['--write', '--ignore-unknown'] },
  oxfmt: { args: ['--no-error-on-unmatched-pattern'] },
}

/**
 * Runs the app's own linters and formatters on these files.
 *
 * @returns The names of those that ran, and of those that found what they could not mend.
 */
function formatFiles(
  folder: string,
  paths: readonly string[],
): { ran: string[]; unmended: string[] } {
  const ran: string[] = []
  const unmended: string[] = []
  for (const [name, { args, files = /^/ }] of Object.entries(formatters)) {
    const chosen = paths.filter((path) => files.test(path))
    const program = isUsed(folder, name) && programOf(folder, name)
    if (!program || chosen.length === 0) continue
    const { status } = spawnSync(execPath, [program, ...args, ...chosen], {
      cwd: folder,
      timeout: 120_000,
      stdio: 'ignore',
    })
    ;(status === 0 ? ran : unmended).push(name)
  }
  return { ran, unmended }
}

/** Returns true if the app, or the repository around it, names the package in its manifest. */
function isUsed(folder: string, name: string): boolean {
  if (isNamed(folder, name)) return true
  const above = dirname(folder)
  const isTop = above === folder || above === homedir() || existsSync(join(folder, '.git'))
  return !isTop && isUsed(above, name)
}

/** Returns true if the manifest of a folder can be read, and names the package. */
function isNamed(folder: string, name: string): boolean {
  try {
    const text = withoutMark(readText(join(folder, 'package.json')) ?? '{}')
    return text.includes(`"${name}"`) && versionOf(JSON.parse(text) as Manifest, name) !== undefined
  } catch {
    return false
  }
}

/** Returns the path of the program of a package that is installed. */
function programOf(folder: string, name: string): string | undefined {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
    const { bin } = JSON.parse(readText(path) ?? '{}') as { bin?: string | Record<string, string> }
    const file = typeof bin === 'string' ? bin : bin?.[name.replace(/^.*\//, '')]
    return file && join(dirname(path), file)
  } catch {
    return undefined
  }
}

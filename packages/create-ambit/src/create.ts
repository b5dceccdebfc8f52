import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pid } from 'node:process'
import { type PackageManager, runScript } from './package-manager.ts'
import type { Manifest } from './project.ts'
import { Refusal } from './refusal.ts'
import {
  type AppFiles,
  findPath,
  replaceEach,
  type TemplateName,
  withDemoModel,
} from './template.ts'

const ignored = [
  'node_modules/',
  'dist/',
  'build/',
  '.next/',
  '.react-router/',
  'next-env.d.ts',
  '*.tsbuildinfo',
  '.env',
  '.env.*',
]

/** What a new app is made of. */
export interface NewApp {
  readonly template: TemplateName
  readonly name: string
  readonly manager: PackageManager
  /** The version of the packages of Ambit. */
  readonly version: string
}

/** Returns the files of a new app, made from those of the example. */
export function appFiles(example: AppFiles, app: NewApp): AppFiles {
  const files = new Map(example)
  const assistant = findPath(example, 'assistant.tsx')
  files.set(assistant, withOpenChat(withDemoModel(example.get(assistant) ?? '')))
  files.set('package.json', manifestOf(example, app))
  files.set('.gitignore', `${ignored.join('\n')}\n`)
  files.set('README.md', readmeFile(example, app))
  files.set('AGENTS.md', agentsFile(example, app))
  // pnpm asks which packages may run a script when they are installed, and fails without an answer.
  if (app.manager === 'pnpm')
    files.set('pnpm-workspace.yaml', 'allowBuilds:\n  esbuild: true\n  sharp: false\n')
  // Without it, Yarn 4 installs archives, which the compiler of TypeScript 7 cannot read.
  if (app.manager === 'yarn') files.set('.yarnrc.yml', 'nodeLinker: node-modules\n')
  return files
}

/** Returns the file that makes the agent, with the chat open where it has room beside the page. */
const withOpenChat = (assistant: string): string =>
  replaceEach(assistant, [
    ['import type { ReactNode }', 'import { type ReactNode, useSyncExternalStore }'],
    [
      '/** Gives the page below it an agent, and the chat in the corner. */',
      `const never = () => () => {}
const isWide = () => matchMedia('(min-width: 60rem)').matches

/** Gives the page below it an agent, and the chat, which is open where it has room beside it. */`,
    ],
    [
      '  return (\n',
      '  const isOpen = useSyncExternalStore(never, isWide, () => false)\n  return (\n',
    ],
    [
      "<Copilot notice={demoLabel} start={{ suggestions: ['Add honey to the list'] }} />",
      `<Copilot
        form="sidebar"
        defaultOpen={isOpen}
        notice={demoLabel}
        start={{ suggestions: ['Add honey to the list'] }}
      />`,
    ],
  ])

function manifestOf(example: AppFiles, { name, version }: NewApp): string {
  const manifest = JSON.parse(example.get('package.json') ?? '{}') as Manifest
  const withOwn = (versions: Manifest['dependencies'] = {}) =>
    Object.fromEntries(
      Object.entries(versions).map(([key, range]) => [
        key,
        /^(?:ambit$|@ambit\/)/.test(key) ? `^${version}` : range,
      ]),
    )
  const { dependencies, devDependencies } = manifest
  return `${JSON.stringify(
    {
      ...manifest,
      name,
      dependencies: withOwn(dependencies),
      devDependencies: withOwn(devDependencies),
    },
    null,
    2,
  )}\n`
}

/**
 * Returns the name of the package of an app in a folder, which is what npm takes of its name.
 *
 * @throws Refusal for a name of which nothing is left, and for a folder that has something in it.
 */
export function checkFolder(folder: string): string {
  const words = basename(folder)
    .toLowerCase()
    .split(/[^a-z\d._-]+/)
  const name = words
    .filter(Boolean)
    .join('-')
    .replace(/^[._-]+/, '')
    .slice(0, 214)
  if (name === '' || ['node_modules', 'favicon.ico'].includes(name)) {
    throw new Refusal(
      `npm does not take "${basename(folder)}" as the name of a package. Choose another folder.`,
    )
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return name
  if (!existsSync(folder))
    throw new Refusal(`${folder} is a link that leads nowhere. Choose another folder.`)
  if (!statSync(folder).isDirectory())
    throw new Refusal(`${folder} is a file. Choose another name for the folder.`)
  const contents = readdirSync(folder).filter((name) => !countsAsEmpty.has(name))
  if (contents.length === 0) return name
  const some = contents.slice(0, 3).join(', ') + (contents.length > 3 ? ', …' : '')
  throw new Refusal(
    `${folder} is not empty (${some}). Choose another folder. To add Ambit to the app in it, run there: npx ambit init`,
  )
}

/** What a system or git leaves in a folder without files. */
const countsAsEmpty = new Set(['.git', '.gitkeep', '.DS_Store'])

/** Writes an app, whole or not at all: into a folder beside, which then takes the name. */
export function writeApp(folder: string, files: AppFiles): void {
  const beside = join(dirname(folder), `.${basename(folder)}.${pid}.ambit`)
  const moved: string[] = []
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(beside, path)), { recursive: true })
      writeFileSync(join(beside, path), text)
    }
    if (!existsSync(folder)) return renameSync(beside, folder)
    // The folder may be the one in which a terminal stands, so it stays.
    for (const name of readdirSync(beside)) {
      renameSync(join(beside, name), join(folder, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** Returns where the proxy is: the file that makes it. */
function proxyPath(files: AppFiles): string {
  const names = ['route.ts', 'agent-proxy.ts', 'agent-proxy.server.ts', 'vite.config.js']
  const name = names.find((name) => [...files.keys()].some((path) => path.endsWith(name)))
  return findPath(files, name ?? '')
}

/** Returns the README of a new app. */
function readmeFile(files: AppFiles, { name, manager, template }: NewApp): string {
  const run = (script: string): string => runScript(manager, script)
  const [agent, list] = [findPath(files, 'assistant.tsx'), findPath(files, 'shopping-list.tsx')]
  const tools = findPath(files, 'shopping-tools.tsx')
  const production =
    template === 'vite'
      ? '\nThe plug-in serves only your machine. In production, your server has the proxy: `createProxy` of `@ambit/proxy`.\n'
      : '\nThe proxy serves only the pages of the development server, until its `authorize` returns who is signed in.\n'
  return `# ${name}

A shopping list with an agent, made with [Ambit](https://www.npmjs.com/package/ambit). The agent adds items, and asks before it removes one.

\`\`\`sh
${manager} install
${run('dev')}
\`\`\`

Press \`Add honey to the list\` in the chat. The demo model answers by rules. It needs no key, and sends nothing.

| file | has |
| --- | --- |
| [\`${list}\`](${list}) | the page, in plain CSS |
| [\`${tools}\`](${tools}) | what the agent may do with the list |
| [\`${list.replace('.tsx', '.test.tsx')}\`](${list.replace('.tsx', '.test.tsx')}) | the test of the tools: \`${run('test')}\` |
| [\`${agent}\`](${agent}) | the agent, its model, and the chat |
| [\`${proxyPath(files)}\`](<${proxyPath(files)}>) | the proxy, which holds the key of a real model |

One more tool, with its test: \`npx ambit add tool archive_item ${list}\`

## A real model

Set \`OPENAI_API_KEY\`, \`ANTHROPIC_API_KEY\` or \`GOOGLE_GENERATIVE_AI_API_KEY\` where \`${run('dev')}\` runs. In \`${agent}\`, replace the demo model by the line
in the comment above it. No key goes into a file of the page.
${production}`
}

/** Returns what a coding assistant has to know of the app. */
function agentsFile(files: AppFiles, { manager }: NewApp): string {
  const run = (script: string): string => runScript(manager, script)
  return `# Ambit in this app

The agent runs in the page. It acts through tools that components register. \`node_modules/ambit/skills/ambit/SKILL.md\` says how to write them;
the documentation is in \`node_modules/ambit/docs\`. Read the skill before you change a tool.

- \`${findPath(files, 'assistant.tsx')}\` makes the agent. \`${proxyPath(files)}\` has the proxy: keys are only there, from the environment.
- A tool is a \`useTool\` in a component below an \`AgentScope\`. Its handler calls the function that the button calls.
- Schemas stand outside of components. There is no dependency array.
- \`effect\` is true to what the handler does, and what cannot be undone asks: \`approval: true\`, or \`effect: 'destructive'\`.
- A new tool has a test with \`renderWithAgent\`, as \`${findPath(files, 'shopping-list.tsx').replace('.tsx', '.test.tsx')}\` shows. \`npx ambit add tool NAME FILE\` writes both.
- Do not write a chat route that runs tools, and do not call a provider from the page.
- Commands: \`${run('types')}\`, \`${run('test')}\`, \`${run('build')}\`. The console of the page has no line with \`[ambit]\`: each names a mistake or a cost.
`
}

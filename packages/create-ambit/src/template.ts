import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

export const templateNames = ['vite', 'next', 'react-router', 'tanstack-start'] as const
export type TemplateName = (typeof templateNames)[number]

/** The files of an app: their texts by their paths, which have forward slashes. */
export type AppFiles = ReadonlyMap<string, string>

/** What an install, a build or a server writes, and the example's own README. */
const notTemplate =
  /^(?:node_modules|dist|build|\.\w[\w-]*|README\.md|next-env\.d\.ts|.*\.tsbuildinfo)$/

/** Reads the files of a template, or of a folder of `examples/frameworks`. */
export function readTemplate(folder: string): AppFiles {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap(
    (entry): (readonly [string, string])[] => {
      const path = join(folder, entry.name)
      if (notTemplate.test(entry.name)) return []
      if (!entry.isDirectory()) return [[entry.name, readFileSync(path, 'utf8')]]
      return [...readTemplate(path)].map(([name, text]) => [`${entry.name}/${name}`, text])
    },
  )
  return new Map(files)
}

/** Returns the path of a file in a template, by the end of its name. */
export function findPath(files: AppFiles, name: string): string {
  const path = [...files.keys()].find((path) => path === name || path.endsWith(`/${name}`))
  if (path === undefined) throw new Error(`The template has no ${name}.`)
  return path
}

const serverModel =
  "const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })"

/** Returns the file that makes the agent, with the demo model in place of the one of a server. */
export const withDemoModel = (assistant: string): string =>
  replaceEach(assistant, [
    ['type Agent, createAgent, createProxyModel', 'type Agent, createAgent'],
    [
      "import { AgentProvider } from 'ambit/react'\n",
      "import { createDemoModel, demoLabel } from 'ambit/demo'\nimport { AgentProvider } from 'ambit/react'\n",
    ],
    [
      serverModel,
      `// Rules in place of a model, so no key is needed. For a real model, import \`createProxyModel\` from
// 'ambit', give the server its key (OPENAI_API_KEY, for one), and write instead:
// ${serverModel}
const model = createDemoModel()`,
    ],
    ['<Copilot start=', '<Copilot notice={demoLabel} start='],
  ])

/** Replaces one text after the other. A text that is not there is a fault of the template. */
export const replaceEach = (
  text: string,
  pairs: readonly (readonly [find: string, text: string])[],
): string =>
  pairs.reduce((before, [find, text]) => {
    if (!before.includes(find)) throw new Error(`The template does not have: ${find}`)
    return before.replace(find, () => text)
  }, text)

/** Returns the name that was given, if it is one of the templates. */
export function toTemplateName(name: string): TemplateName {
  const found = templateNames.find((known) => known === name)
  if (found) return found
  throw new Refusal(
    `There is no template "${name}". The templates are ${templateNames.join(', ')}.`,
  )
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { type Change, changeOf } from './changes.ts'
import {
  type Additions,
  hasFileRoutes,
  majorOf,
  type Manifest,
  type Project,
  versionOf,
  withAdditions,
} from './project.ts'
import { Refusal } from './refusal.ts'
import type { AppFiles } from './template.ts'

/** A schema for one text, with zod 4 where the app has it or can get it. */
export function schemaOf(manifest: Manifest, field: string): { imports: string; schema: string } {
  if (majorOf(versionOf(manifest, 'zod') ?? '4') >= 4) {
    return {
      imports: "import * as z from 'zod'",
      schema: `z.object({ ${field}: z.string().min(1).max(80) })`,
    }
  }
  return {
    imports: "import { jsonSchema } from 'ambit'",
    schema: `jsonSchema<{ ${field}: string }>({
  type: 'object',
  properties: { ${field}: { type: 'string', minLength: 1, maxLength: 80 } },
  required: ['${field}'],
})`,
  }
}

/**
 * Returns the changes that add a tool and its test: two files beside a component, or in the folder
 * of the sources.
 *
 * @param beside The path of the component, relative to the folder of the app.
 * @throws Refusal for a name that is not valid or is taken, and for a component that is not there.
 */
export function planTool(
  project: Project,
  template: AppFiles,
  { name, beside, version }: { name: string; beside: string | undefined; version: string },
): Change[] {
  const { folder, sources, manifest } = project
  checkName(name)
  const where = beside === undefined ? sources : outsideRoutes(project, folderOf(project, beside))
  checkFree(project, name)
  const file = posix.join(where, name.replaceAll('_', '-'))
  const taken = [`${file}.tsx`, `${file}.test.tsx`].find((path) => existsSync(join(folder, path)))
  if (taken) throw new Refusal(`${taken} is there already. Choose another name.`)
  const component = toComponent(name)
  const additions: Additions = {
    dependencies: {
      ambit: `^${version}`,
      ...(schemaOf(manifest, '').imports.includes('zod') && { zod: toolOf(template, 'zod') }),
    },
    devDependencies: {
      ...Object.fromEntries(
        ['@testing-library/dom', '@testing-library/react', 'jsdom', 'vitest'].map((name) => [
          name,
          toolOf(template, name),
        ]),
      ),
      '@ambit/testing': `^${version}`,
    },
    scripts: { test: 'vitest run' },
  }
  const changes: Change[] = [
    changeOf(folder, 'package.json', () => withAdditions(project, additions)),
    {
      path: `${file}.tsx`,
      before: undefined,
      after:
        (project.framework === 'next' ? "'use client'\n" : '') +
        toolFile(manifest, name, component),
    },
    {
      path: `${file}.test.tsx`,
      before: undefined,
      after: testFile(name, component, basename(file)),
    },
  ]
  return changes.filter(({ before, after }) => before !== after)
}

const toolOf = (template: AppFiles, name: string): string => {
  const manifest = JSON.parse(template.get('package.json') ?? '{}') as Manifest
  return `^${versionOf(manifest, name)}`
}

/** Returns the folder of a component, relative to that of the app. */
function folderOf({ folder }: Project, beside: string): string {
  const path = relative(folder, resolve(folder, beside)).replaceAll('\\', '/')
  if (path.startsWith('../') || isAbsolute(path))
    throw new Refusal(`${beside} is outside of this app. Run it in the folder of that app.`)
  if (!existsSync(join(folder, path)))
    throw new Refusal(`There is no file ${beside}, beside which the tool would stand.`)
  if (/\.[jt]sx$/.test(path)) return dirname(path)
  throw new Refusal(`${beside} is no component: a file that ends in .tsx or .jsx.`)
}

/** Returns the folder, or that of the sources if each file in it would be a route. */
function outsideRoutes(project: Project, folder: string): string {
  const areRoutes =
    hasFileRoutes(project) ||
    ['@tanstack/react-router', '@tanstack/react-start'].some((name) =>
      versionOf(project.manifest, name),
    )
  return areRoutes && `${folder}/`.startsWith(`${project.sources}/routes/`)
    ? project.sources
    : folder
}

function checkName(name: string): void {
  if (name === 'undo_last')
    throw new Refusal('"undo_last" is the tool with which an agent undoes. Choose another name.')
  if (/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(name) && name.length <= 64) return
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
  const likely = words
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .join('_')
    .replace(/^[_\d]+/, '')
    .slice(0, 64)
  throw new Refusal(
    `"${name}" is not a name for a tool: use small letters, digits and single underscores, at most 64.${likely ? ` For example: ${likely}` : ''}`,
  )
}

/** Refuses a name that a file of the app already gives to a tool, a state or a form. */
function checkFree({ folder }: Project, name: string): void {
  const ofHook = name.replace(/^(?:set|fill|correct|submit|read)_/, '')
  const isNamed = new RegExp(
    `\\bname:\\s*(["'])${name}\\1` +
      (ofHook === name ? '' : `|\\buse(?:AgentState|FormTools)\\b[^(]*\\([^)]*(["'])${ofHook}\\2`),
  )
  const taken = sourcesIn(folder).find((path) => isNamed.test(readFileSync(path, 'utf8')))
  if (taken === undefined) return
  throw new Refusal(`${relative(folder, taken)} has a tool "${name}" already. Choose another name.`)
}

/** Returns the files of an app that may have a tool. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (/^(?:\.|(?:node_modules|dist|build)$)/.test(entry.name)) return []
    if (entry.isDirectory()) return sourcesIn(path)
    return entry.isFile() && /\.[jt]sx?$/.test(entry.name) ? [path] : []
  })
}

const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of the component: `ArchiveOrder` for `archive_order`. */
export const toComponent = (name: string): string =>
  name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())

function toolFile(manifest: Manifest, name: string, component: string): string {
  const { imports, schema } = schemaOf(manifest, 'id')
  return `import { useTool } from 'ambit/react'
${imports}

// Outside of the component, so that a render does not register the tool again.
const parameters = ${schema}

/** Lets the agent call \`onCall\`: the function that the button for it calls. */
export function ${component}({ onCall }: { onCall: (id: string) => unknown }) {
  useTool({
    name: '${name}',
    title: '${wordsOf(name)}',
    description: '${wordsOf(name)}.',
    parameters,
    handler: ({ id }) => onCall(id),
  })
  return null
}
`
}

const testFile = (name: string, component: string, file: string): string =>
  `// @vitest-environment jsdom
import { call, calls } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { expect, it, onTestFinished } from 'vitest'
import { ${component} } from './${file}'

it('calls the function of the page when the agent calls the tool', async () => {
  const ids: string[] = []
  const { agent, unmount } = await renderWithAgent(<${component} onCall={(id) => ids.push(id)} />, {
    replies: [calls(call('${name}', { id: 'A-1' })), 'Done.'],
  })
  onTestFinished(unmount)

  const { content } = await agent.chat('${wordsOf(name)} A-1')

  expect(content).toBe('Done.')
  expect(ids).toEqual(['A-1'])
})
`

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import { runCommand } from './run-command.ts'

// Grades what a coding assistant made of the tasks in `skills/tasks`. `node scripts/grade-tasks.ts`
// prints the tasks; with a folder, it grades the files `<task>.tsx` in it. Each is `orders.tsx`
// with the change that the task asks for.
const tasks = 'skills/tasks'
const scratch = '.reports/tasks'

/** A task: its id, such as `undo-note`, and the sentence for the assistant. */
export interface Task {
  readonly id: string
  readonly prompt: string
  /** The file with the test that grades it. */
  readonly file: string
}

/** An answer to a task: the text of `orders.tsx`. */
export interface Answer {
  readonly task: string
  readonly source: string
}

/** Returns the tasks: the title of each test has an id and the sentence. */
export const readTasks = (): Task[] =>
  globSync(`${tasks}/*.test.tsx`)
    .toSorted()
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^it\('([\w-]+): (.+?)', async/gm)].map(
        ([, id = '', prompt = '']) => ({ id, prompt, file }),
      ),
    )

/** Returns, for each answer, what is wrong with it: the first error of a type or of the test. */
export async function gradeTasks(answers: readonly Answer[]): Promise<(string | undefined)[]> {
  const all = readTasks()
  rmSync(scratch, { recursive: true, force: true })
  const folders = answers.map(({ task, source }, at) => {
    const found = all.find(({ id }) => id === task)
    if (!found) throw new Error(`There is no task "${task}".`)
    const folder = join(scratch, String(at))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'orders.tsx'), source)
    writeFileSync(join(folder, 'page.tsx'), readFileSync(join(tasks, 'page.tsx'), 'utf8'))
    const test = readFileSync(found.file, 'utf8').replace(`it('${task}:`, `it.only('${task}:`)
    writeFileSync(join(folder, 'task.test.tsx'), test)
    return folder
  })
  writeFileSync(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({ extends: resolve('tsconfig.base.json'), include: ['*/*.tsx'] }),
  )
  const { output } = await runCommand('tsc', ['--project', scratch, '--pretty', 'false'])
  const wrong = await failures()
  return folders.map((folder) => {
    const line = output.split('\n').find((line) => line.startsWith(`${folder}/`))
    return line ?? wrong.get(basename(folder))
  })
}

/** Runs the tests of the answers. Returns what failed, by the names of their folders. */
async function failures(): Promise<Map<string, string>> {
  const config = `import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['ambit-source', ...defaultServerConditions] } },
  test: {
    environment: 'jsdom',
    globals: true,
    isolate: false,
    setupFiles: ['@ambit/testing/dom'],
    testTimeout: 60_000,
  },
})
`
  writeFileSync(join(scratch, 'vitest.config.ts'), config)
  const report = resolve(scratch, 'report.json')
  const args = ['--allowOnly', '--root', scratch, '--config', resolve(scratch, 'vitest.config.ts')]
  const reporter = ['--reporter=json', `--outputFile=${report}`]
  const { output } = await runCommand('vitest', ['run', ...args, ...reporter])
  if (globSync(report).length === 0) throw new Error(output)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string
      message: string
      status: string
      assertionResults: { status: string; failureMessages: string[] }[]
    }[]
  }
  return new Map(
    testResults.flatMap(({ name, message, status, assertionResults }) => {
      const failed = assertionResults.flatMap(({ failureMessages }) => failureMessages)
      const why = failed[0] ?? (status === 'passed' ? undefined : message || 'No test ran.')
      return why === undefined ? [] : [[basename(dirname(name)), why] as const]
    }),
  )
}

if (import.meta.main) {
  const [folder] = argv.slice(2)
  if (folder === undefined) {
    for (const { id, prompt } of readTasks()) console.log(`${id}: ${prompt}`)
    exit(0)
  }
  const answers = globSync('*.tsx', { cwd: folder })
    .toSorted()
    .map((file) => ({
      task: basename(file, '.tsx'),
      source: readFileSync(join(folder, file), 'utf8'),
    }))
  const wrong = await gradeTasks(answers)
  answers.forEach(({ task }, at) => {
    console.log(
      `${wrong[at] === undefined ? '✓' : '✗'} ${task}${wrong[at] ? `: ${wrong[at]}` : ''}`,
    )
  })
  console.log(`${wrong.filter((why) => why === undefined).length} of ${readTasks().length} tasks`)
}

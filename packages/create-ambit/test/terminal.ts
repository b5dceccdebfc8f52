import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { onTestFinished } from 'vitest'
import type { Prompts } from '../src/run-cli.ts'
import { writeTemplates } from '../../../scripts/write-templates.ts'
import { runCli } from '../src/run-cli.ts'

const templates = mkdtempSync(join(tmpdir(), 'ambit-templates-'))
writeTemplates(templates)
process.on('exit', () => rmSync(templates, { recursive: true, force: true }))

/** A folder of a test, and a terminal in it. */
export class Terminal {
  readonly folder: string
  /** What the last command printed. */
  output = ''

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'ambit-'))
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }))
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** Returns every file below a folder, by its path. */
  files(below = '.'): Record<string, string> {
    const root = join(this.folder, below)
    return Object.fromEntries(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
        .toSorted()
        .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
    )
  }

  /** Runs the command with the words of a line. Without `prompts`, there is nobody to ask. */
  async run(
    line: string,
    more: { prompts?: Prompts; userAgent?: string; in?: string } = {},
  ): Promise<number> {
    this.output = ''
    return runCli(line.split(' ').filter(Boolean), {
      folder: join(this.folder, more.in ?? ''),
      env: { npm_config_user_agent: more.userAgent },
      prompts: more.prompts ?? null,
      print: (text) => (this.output += `${text}\n`),
      templates,
    })
  }
}

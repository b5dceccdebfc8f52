import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { env, execPath } from 'node:process'
import { onTestFinished } from 'vitest'

const folder = join(import.meta.dirname, '../../docker')

/** Lays out the image's folder: the copied files, and the packages of this repository. */
function layOut(): string {
  const app = mkdtempSync(join(tmpdir(), 'ambit-docker-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  for (const name of ['package.json', 'proxy.config.js']) {
    cpSync(join(folder, name), join(app, name))
  }
  mkdirSync(join(app, 'node_modules/@ambit'), { recursive: true })
  symlinkSync(join(folder, '..'), join(app, 'node_modules/@ambit/proxy'))
  const { resolve } = createRequire(import.meta.url)
  for (const name of ['pg', 'redis']) {
    symlinkSync(dirname(resolve(`${name}/package.json`)), join(app, 'node_modules', name))
  }
  return app
}

/** Starts what the image starts, without a container, on a free port. It ends with the test. */
export async function startImage(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: string }> {
  const app = layOut()
  // The sources have no built program.
  const program = join(app, 'start.mjs')
  const bin = readFileSync(join(folder, '../bin/ambit-proxy.js'), 'utf8')
  writeFileSync(program, bin.replace('../dist/cli.js', '@ambit/proxy/cli'))
  const child = spawn(execPath, ['--conditions=ambit-source', program, ...args], {
    cwd: app,
    env: { PATH: env['PATH'], NODE_ENV: 'production', PORT: '0', ...variables },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, port: await portOf(child) }
}

function portOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        // The log goes on, and nobody reads it.
        if (said.length < 10_000) said += String(text)
        const [, port] = /listens at http:\/\/0\.0\.0\.0:(\d+)/.exec(said) ?? []
        if (port !== undefined) resolve(port)
      })
    }
    child.once('exit', () => reject(new Error(`The proxy ended: ${said}`)))
  })
}

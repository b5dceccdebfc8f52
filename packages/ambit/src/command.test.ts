import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execPath } from 'node:process'
import { expect, it, onTestFinished } from 'vitest'

it('the command `ambit` starts the `create-ambit` that the app has installed', () => {
  const app = mkdtempSync(join(tmpdir(), 'ambit-command-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  const own = join(app, 'node_modules/create-ambit')
  mkdirSync(join(own, 'bin'), { recursive: true })
  writeFileSync(join(own, 'package.json'), '{ "name": "create-ambit", "type": "module" }')
  writeFileSync(
    join(own, 'bin/create-ambit.js'),
    'console.log(JSON.stringify(process.argv.slice(2)))',
  )
  const bin = resolve('packages/ambit/bin/ambit.js')
  const args = ['add', 'tool', 'dim_lamp', '--yes']
  const output = execFileSync(execPath, [bin, ...args], { cwd: app, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual(args)
})

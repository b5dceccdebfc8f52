#!/usr/bin/env node
// `ambit init` and `ambit add tool` are of `create-ambit`, in the same version. It is fetched when
// it is needed, so what a page installs has none of it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const isWindows = process.platform === 'win32'
const given = process.argv.slice(2)
const command = given.find((arg) => !arg.startsWith('-'))
const isKnown = command === 'init' || command === 'add'
const asksHelp = command === undefined && given.every((arg) => /^--?h/.test(arg))
if (isWindows && given.some((arg) => /[^\w@$./\\:=,+[\]-]/.test(arg))) {
  console.error('ambit: an argument has a character that a path or a name here cannot have.')
  process.exit(1)
}
const args = ['--yes', `create-ambit@${version}`, ...(isKnown ? given : ['--help'])]
const { status, error } = spawnSync('npx', args, { stdio: 'inherit', shell: isWindows })
if (error) console.error(`ambit: npx could not be started (${error.message}).`)
if (!isKnown && !asksHelp) console.error(`ambit: there is no command ${command ?? given[0]}.`)
process.exitCode = isKnown || asksHelp ? (status ?? 1) : 1

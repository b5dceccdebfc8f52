#!/usr/bin/env node
// `ambit init` and `ambit add tool` are of `create-ambit`. One that the app has installed is used,
// and otherwise the same version is fetched, so what a page installs has none of it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
const args = isKnown ? given : ['--help']
const own = installed()
const { status, error } = own
  ? spawnSync(process.execPath, [own, ...args], { stdio: 'inherit' })
  : spawnSync('npx', ['--yes', `create-ambit@${version}`, ...args], {
      stdio: 'inherit',
      shell: isWindows,
    })
if (error) console.error(`ambit: npx could not be started (${error.message}).`)
if (!isKnown && !asksHelp) console.error(`ambit: there is no command ${command ?? given[0]}.`)
process.exitCode = isKnown || asksHelp ? (status ?? 1) : 1

/** Returns the program of the `create-ambit` that the app in this folder has; undefined without. */
function installed() {
  try {
    const { resolve } = createRequire(join(process.cwd(), 'package.json'))
    return join(dirname(resolve('create-ambit/package.json')), 'bin/create-ambit.js')
  } catch {
    return undefined
  }
}

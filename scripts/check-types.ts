import { exit } from 'node:process'
import { runCommand } from './run-command.ts'

// Each file is in one program. A package alone is checked against what it may use: core has no DOM
// and no Node, and every export states its type. The others read its declarations, which are
// written to `node_modules`. `tsconfig.tests.json` has the rest: tests, scripts and examples. The
// ports are a program of their own, because one of them augments `Register`, which holds for a
// whole program. `tsconfig.json` has all of it, for editors.
const programs = ['tsconfig.tests.json', 'packages/testing/test/ports']

const { code, output } = await runCommand('tsc', ['--build', ...programs])
if (code !== 0) console.log(output)
exit(code === 0 ? 0 : 1)

import { exit } from 'node:process'
import { parseArgs } from 'node:util'
import { type EngineName, engineNames } from '../engine-browser.ts'
import { measure, readMeasured, writeMeasured } from './measure.ts'

// `node scripts/engines/measure/run.ts --write` measures each engine, or the named ones, and keeps
// the answers. Without `--write` it compares, and fails if an answer is another one
// in the same version.
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const engines = engineNames.filter((name) => !positionals.length || positionals.includes(name))
const kept = readMeasured()
let failed = false
for (const engine of engines) {
  const now = await measure(engine)
  if (values.write) kept[engine] = now
  else failed = differs(engine, now.version, now.answers) || failed
}
if (values.write) writeMeasured(kept)
exit(failed ? 1 : 0)

function differs(
  engine: EngineName,
  version: string,
  answers: Readonly<Record<string, unknown>>,
): boolean {
  const { version: keptVersion, answers: keptAnswers } = kept[engine]
  const others = Object.keys(answers).filter((name) => answers[name] !== keptAnswers[name])
  for (const name of others) {
    const change = `${String(keptAnswers[name])} in ${keptVersion}, ${String(answers[name])} now`
    console.log(`${engine} ${version}: ${name}: ${change}`)
  }
  return version === keptVersion && others.length > 0
}

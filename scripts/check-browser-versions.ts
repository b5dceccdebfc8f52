import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { exit } from 'node:process'
import { leastBrowsers } from '../packages/core/src/platform.ts'
import { featureDetected } from './browser-versions/feature-detected.ts'
import { newerInFiles, scriptsOf } from './browser-versions/newer-in-files.ts'
import { publicPackages } from './packages.ts'

// Holds the built files of the packages for pages, and what they import, to the oldest browsers
// that the documentation names. A newer feature needs a row in `feature-detected.ts`.
// `@ambit/testing` is for tests, which run in the browsers of today.
const elsewhere = ['@ambit/proxy', '@ambit/testing', 'create-ambit']
const pages = publicPackages().filter(({ name }) => !elsewhere.includes(name))
const entries = pages.flatMap(({ folder, entries: sources }) =>
  [...sources.values()].map((source) =>
    join(folder, source.replace('src', 'dist').replace(/\.tsx?$/, '.js')),
  ),
)
const missing = entries.filter((file) => !existsSync(file))
if (missing.length > 0) {
  console.log(`Nothing is built: ${missing.join(', ')}. Run \`pnpm build\` first.`)
  exit(1)
}
const types = globSync(publicPackages().map(({ folder }) => `${folder}/dist/**/*.d.ts`))
const found = await newerInFiles(
  [...(await scriptsOf(entries)), ...globSync('packages/ambit/dist/chat/*.css')],
  types,
)

const covers = (listed: string, name: string): boolean =>
  listed === name || name.startsWith(`${listed}: `)
const isListed = ({ file, name }: { file: string; name: string }): boolean =>
  featureDetected.some(
    ({ names, files }) =>
      names.some((listed) => covers(listed, name)) && files.some((end) => file.endsWith(end)),
  )
const problems = found
  .filter((it) => !isListed(it))
  .map(({ file, name, lackedBy }) => `${file}: ${name} came with ${lackedBy.join(', ')}`)
const unused = featureDetected
  .flatMap(({ names }) => names)
  .filter((listed) => !found.some(({ name }) => covers(listed, name)))
  .map((name) => `${name}: no built file has it any more. Remove its row.`)

for (const problem of [...problems, ...unused]) console.log(problem)
if (problems.length > 0) {
  console.log(
    `The packages promise ${leastBrowsers}. Ask whether the feature is there, and list it in scripts/browser-versions/feature-detected.ts, or do without it.`,
  )
}
exit(problems.length + unused.length > 0 ? 1 : 0)

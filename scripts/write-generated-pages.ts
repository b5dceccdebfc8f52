import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'
import { apiFolder } from './api-pages.ts'
import { buildRegistry } from './build-registry.ts'
import { generatedPages } from './generated-pages.ts'
import { llmsFiles } from './llms.ts'

// Writes the pages of the site that are not in git: those made from sources, the texts for
// programs, what shadcn reads, the task board of the first page and the programs of the guides.
rmSync(apiFolder, { recursive: true, force: true })
for (const [path, text] of Object.entries({ ...generatedPages(), ...llmsFiles() })) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
await buildRegistry('docs/public/r')
for (const [root, folder] of [
  ['docs/live/board', 'board'],
  ['docs/live', 'live'],
] as const) {
  await build({
    root,
    base: './',
    configFile: false,
    resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
    build: { outDir: resolve('docs/public', folder), emptyOutDir: true, target: 'esnext' },
    logLevel: 'warn',
  })
}

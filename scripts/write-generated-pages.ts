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
await build({
  root: 'examples/start',
  base: './',
  // A bundled configuration would be resolved without the condition `ambit-source`.
  configLoader: 'native',
  build: { outDir: resolve('docs/public/board'), emptyOutDir: true },
  logLevel: 'warn',
})
await build({
  root: 'docs/live',
  base: './',
  configFile: false,
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  build: { outDir: resolve('docs/public/live'), emptyOutDir: true, target: 'esnext' },
  logLevel: 'warn',
})

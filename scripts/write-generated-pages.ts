import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { apiFolder } from './api-pages.ts'
import { buildRegistry } from './build-registry.ts'
import { generatedPages } from './generated-pages.ts'
import { llmsFiles } from './llms.ts'

// Writes the pages of the site that are not in git: those made from sources, the texts for
// programs, and what shadcn reads.
rmSync(apiFolder, { recursive: true, force: true })
for (const [path, text] of Object.entries({ ...generatedPages(), ...llmsFiles() })) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
await buildRegistry('docs/public/r')

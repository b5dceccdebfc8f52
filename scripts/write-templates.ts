import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTemplate, templateNames } from '../packages/create-ambit/src/template.ts'

/** Writes the templates of `create-ambit`: folders of `examples/frameworks`, as they are in git. */
export function writeTemplates(target: string): void {
  rmSync(target, { recursive: true, force: true })
  for (const name of templateNames) {
    for (const [path, text] of readTemplate(join('examples/frameworks', name))) {
      mkdirSync(dirname(join(target, name, path)), { recursive: true })
      writeFileSync(join(target, name, path), text)
    }
  }
}

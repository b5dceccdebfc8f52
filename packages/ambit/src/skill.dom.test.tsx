import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe } from 'vitest'

const scratch = resolve('.reports/skill')
const skill = readFileSync('packages/ambit/skills/ambit/SKILL.md', 'utf8')

// Each `it` of the skill is a test of this file.
describe('the code of the skill for coding assistants', async () => {
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  for (const [, name = '', source = ''] of skill.matchAll(/^```tsx (\S+)\n([\s\S]*?)^```$/gm))
    writeFileSync(join(scratch, name), source)
  await import(/* @vite-ignore */ join(scratch, 'orders.test.tsx'))
})

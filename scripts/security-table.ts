import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { requirementTable, withTable } from './requirement-table.ts'
import { requirements } from './security-requirements.ts'

/** Where the table stands. */
export const guide = 'docs/guides/security.md'

/** What makes it. */
export const command = 'node scripts/security-table.ts'

/** The requirements and the tests that prove each, as the guide shows them. */
export const securityTable = (): string =>
  requirementTable(requirements, [
    'packages/{core,react,chat,browser}/src/**/*.test.{ts,tsx}',
    'e2e/*.spec.ts',
    'scripts/security-table.test.ts',
  ])

if (argv[1]?.endsWith('security-table.ts')) {
  writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), command, securityTable()))
}

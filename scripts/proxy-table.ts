import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { requirements } from './proxy-requirements.ts'
import { requirementTable, withTable } from './requirement-table.ts'

/** Where the table stands. */
export const guide = 'docs/guides/proxy.md'

/** What makes it. */
export const command = 'node scripts/proxy-table.ts'

/** The requirements and the tests that prove each, as the guide shows them. */
export const proxyTable = (): string =>
  requirementTable(requirements, 'packages/proxy/{src,test}/**/*.test.ts')

if (argv[1]?.endsWith('proxy-table.ts')) {
  writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), command, proxyTable()))
}

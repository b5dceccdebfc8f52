import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { requirementTable, withTable } from './requirement-table.ts'
import { widgetRequirements } from './widget-requirements.ts'

/** Where the table stands. */
export const guide = 'docs/guides/security.md'

/** What makes it. */
export const command = 'node scripts/widget-table.ts'

/** What the widget promises and the tests that prove each, as the guide shows them. */
export const widgetTable = (): string =>
  requirementTable(widgetRequirements, ['packages/chat/src/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'])

if (argv[1]?.endsWith('widget-table.ts')) {
  writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), command, widgetTable()))
}

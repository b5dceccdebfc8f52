import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withTable } from './requirement-table.ts'
import { command, guide, widgetTable } from './widget-table.ts'

describe('the table of what the widget promises', () => {
  it('is what the tests say; if not, run `node scripts/widget-table.ts`', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, command, widgetTable()))
  })

  it('has a test for every row', () => {
    expect(widgetTable()).not.toContain('| no test |')
  })
})

import { estimateTokens } from '@ambit/protocol'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import guide from '../docs/guides/page-tools.md?raw'
import { once, open, press, type Step, visit } from './foreign/foreign-visit.ts'
import * as pages from './foreign/measured-pages.tsx'
import { read, type Readings } from './foreign/readings.ts'

/** Reads an application of others after some steps in it. */
const inApp = async (app: string, ...steps: Step[]): Promise<Readings> => {
  const { act, read: readApp } = await visit(app)
  await act(steps)
  const readings = await readApp()
  // A frame would be read with the next page.
  document.body.replaceChildren()
  return readings
}

const ended: Step = () => 'Done.'

/** Reads a page that is made for it. */
async function inPage(own: ReactElement): Promise<Readings> {
  await page.viewport(1200, 900)
  const { unmount } = await render(own)
  const readings = await read()
  await unmount()
  document.body.replaceChildren()
  return readings
}

const readings: Readonly<Record<string, () => Promise<Readings>>> = {
  'Verdaccio, a package': () =>
    inApp(
      'verdaccio',
      open('link', 'ramda'),
      once('Read me first.', once('npm install ramda', ended)),
    ),
  'Swagger UI, an operation': () =>
    inApp(
      'swagger',
      press('button', 'DELETE /orders/{id} Delete an order'),
      once('Parameters', ended),
    ),
  'Bull Board, all queues': () => inApp('bull-board', once('3 Jobs', ended)),
  'Bull Board, three jobs': () =>
    inApp(
      'bull-board',
      open('link', 'mail', '[navigation]'),
      once('LATEST', open('link', 'FAILED 3')),
      once('Error: reminder', ended),
    ),
  'settings with Radix': () => inPage(<pages.RadixPage />),
  'a table and a form with Ant Design': () => inPage(<pages.AntdPage />),
  'an article of 12 parts': () => inPage(<pages.Article />),
  'a table of 500 rows': () => inPage(<pages.LongTable />),
  'a form of 40 fields': () => inPage(<pages.LongForm />),
  'the page above': () => inPage(<pages.Shop />),
}

/** The rows of the guide. */
const told = guide
  .slice(guide.indexOf('## The size of a reading'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)

/**
 * Returns the row of a page: that of the guide if its numbers are within 5 % of what was measured,
 * and else the one that the guide should have.
 */
function rowOf(name: string, { pageAgent, pageTools }: Readings): string {
  const counts = [pageAgent, pageTools].flatMap((text) => [
    text.length,
    Math.round(estimateTokens(text)),
  ])
  const said = told.find((line) => line.startsWith(`| ${name} |`)) ?? ''
  const numbers = Array.from(said.matchAll(/ ([\d,]+) (?=\|)/g), ([, count = '']) =>
    Number(count.replaceAll(',', '')),
  )
  const isClose = (count: number, at: number) => Math.abs(count / (numbers[at] ?? 0) - 1) <= 0.05
  if (numbers.length === counts.length && counts.every(isClose)) return said
  return `| ${[name, ...counts.map((count) => count.toLocaleString('en-US'))].join(' | ')} |`
}

it('reads ten pages in as much as the guide says, beside page-agent', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const rows: string[] = []
  for (const [name, readPage] of Object.entries(readings)) rows.push(rowOf(name, await readPage()))
  expect(told.slice(0, rows.length)).toEqual(rows)
}, 60_000)

it('reads no more characters than `maxChars`', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { pageTools } = await inPage(<pages.LongTable />).catch(() => ({ pageTools: '' }))
  const text = pageTools.replaceAll(/<.*>/g, '').trim()
  expect(text.length).toBeLessThan(12_500)
})

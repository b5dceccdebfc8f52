import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drive } from '../../test/drive.ts'
import { judge } from '../../test/judge.ts'
import type { Judgement } from '../../test/judge.ts'
import { unlikeApps } from '../../test/unlike/index.ts'
import { firstMeasurement, mended, verdicts } from '../../test/unseen/first-measurement.ts'
import { unseenApps } from '../../test/unseen/index.ts'

const docs = join(import.meta.dirname, '../../README.md')

describe('the demo model on sentences written after its rules', () => {
  it('does no harm, and is as measured the first time but for what was mended', async () => {
    const judged = new Map<string, readonly Judgement[]>()
    for (const app of unseenApps) {
      const own: Judgement[] = []
      for (const sentence of app.sentences) own.push(await judge(app, sentence))
      judged.set(app.name, own)
    }
    const all = [...judged.values()].flat()
    const notRight = all.filter(({ verdict }) => verdict !== 'right')
    const lines = [
      rowOf('application', verdicts),
      ...[...judged].map(([name, own]) => rowOf(name, countsOf(own))),
      rowOf('all', countsOf(all)),
      ...notRight.map(
        ({ verdict, said, calls, text }) =>
          `${verdict}: ${said}\n    ${JSON.stringify(calls)} ${text.replaceAll('\n', ' ')}`,
      ),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)

    expect(all.length).toBe(160)
    expect(all.filter(({ verdict }) => verdict === 'harmful')).toEqual([])
    const named = [...judged].flatMap(([name, own]) =>
      own.map(({ said, verdict }) => [`${name}: ${said}`, verdict] as const),
    )
    const now = named.filter(([key]) => key in mended)
    const mendedNow = Object.entries(mended).map(([said, verdict]) => [said, verdict.now])
    expect(Object.fromEntries(now)).toEqual(Object.fromEntries(mendedNow))
    const before = [...judged].map(([name, own]) => [
      name,
      countsOf(own.map((each) => asAtFirst(name, each))),
    ])
    expect(Object.fromEntries(before)).toEqual(firstMeasurement)
  })

  it('is in the docs as it was measured', () => {
    const rows = Object.entries(firstMeasurement)
    const page = readFileSync(docs, 'utf8')
    for (const [name, counts] of rows)
      expect(page).toContain(rowOf(`${name}, ${sum(counts)} sentences`, counts))
    expect(page).toContain(rowOf('all 160', total(rows.map(([, counts]) => counts))))
  })

  it.each([
    ['repair desk', 'notices', 'change the notice about the water to "off until noon"'],
    ['repair desk', 'notices', 'mark the notice "Water off on Monday" urgent'],
    ['repair desk', 'notices', 'update the notice saying the water is back'],
    ['repair desk', 'requests', 'cancel the visit for R-302 tomorrow at 10:00'],
    ['recipes', 'recipes', 'put the bits for tomato risotto on the shopping list'],
    ['back office of the demo', 'dashboard', 'take everything off'],
  ])('in the %s, on the page %s, calls nothing at “%s”', async (name, page, said) => {
    const app = unseenApps.find((each) => each.name === name)
    const { calls, text } = await drive(app?.open(page) ?? expect.fail(), [said])
    expect(calls).toEqual([])
    expect(text).toMatch(/I (did not understand|found nothing)/)
  })

  it('reads a shortened name of a choice beside its value', async () => {
    const app = unlikeApps.find(({ name }) => name === 'kanban board')
    const said = 'add a card: write the changelog, prio low'
    const { calls } = await drive(app?.open() ?? expect.fail(), [said])
    expect(calls).toEqual([['add_card', { title: 'write the changelog', priority: 'low' }]])
  })
})

const rowOf = (name: string, cells: readonly (string | number)[]) =>
  `| ${[name, ...cells].join(' | ')} |`

const countsOf = (judged: readonly Pick<Judgement, 'verdict'>[]) =>
  verdicts.map((each) => judged.filter(({ verdict }) => verdict === each).length)

const asAtFirst = (name: string, { said, verdict }: Judgement): Pick<Judgement, 'verdict'> => ({
  verdict: mended[`${name}: ${said}`]?.first ?? verdict,
})

const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)

const total = (rows: readonly (readonly number[])[]) =>
  verdicts.map((_, at) => sum(rows.map((counts) => counts[at] ?? 0)))

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { appSchema, parseApp } from './app-file.ts'
import { readApps } from './apps.ts'
import { measureKept } from './command.ts'
import { judge } from './judge.ts'
import { oracle } from './oracle.ts'
import { play } from './play.ts'
import { readKept } from './results.ts'

describe.each(readApps().map((app) => [app.name, app] as const))('the tasks of %s', (_, app) => {
  it('are done by the reference, and undone byte for byte', async () => {
    const left: string[] = []
    for (const task of app.tasks) {
      const run = await play(app, task, { model: oracle(task) })
      const verdict = judge(app, task, run)
      const isOther = run.calls.length !== (task.calls ?? []).length || run.failed > 0
      const refused = isOther ? ', other calls' : ''
      if (verdict !== 'right' || refused) left.push(`${task.id}: ${verdict}${refused}: ${run.text}`)
      if (!run.isUndone && !task.irreversible) left.push(`${task.id}: not undone`)
    }
    expect(left).toEqual([])
  })

  it('are 25 to 40, of every kind', () => {
    expect(app.tasks.length).toBeGreaterThanOrEqual(25)
    expect(app.tasks.length).toBeLessThanOrEqual(40)
    expect([...new Set(app.tasks.map(({ kind }) => kind))].toSorted()).toEqual([
      'across pages',
      'ambiguous',
      'forbidden',
      'impossible',
      'injected',
      'one step',
      'question',
      'several steps',
    ])
  })
})

it('the figures that are kept are those of the demo model today; if not, `pnpm bench tasks --write`', async () => {
  expect(await measureKept([12], ['default'])).toEqual(readKept().slice(0, 1))
}, 120_000)

describe('an application', () => {
  const shop = readFileSync(join(import.meta.dirname, 'apps/shop.json'), 'utf8')
  const told = (change: (text: string) => string): string => {
    try {
      parseApp(change(shop), 'shop.json')
      return 'nothing'
    } catch (error) {
      return (error as Error).message
    }
  }
  const lineOf = (text: string): number => shop.slice(0, shop.indexOf(text)).split('\n').length

  it('that is broken is refused with its line and its path', () => {
    expect(told((text) => text)).toBe('nothing')
    expect(told((text) => text.replace('"person":', '"person" "x":'))).toMatch(
      /^shop\.json: .*\(line 6 column \d+\)/,
    )
    expect(told((text) => text.replace('"kind": "one step"', '"kind": "one"'))).toMatch(
      new RegExp(`^shop\\.json:${lineOf('"kind": "one step"')}: tasks\\.0\\.kind: `),
    )
    expect(told((text) => text.replace('["mark_paid", {', '["pay", {'))).toBe(
      `shop.json:${lineOf('[["mark_paid", {')}: tasks.2.calls: there is no tool "pay"`,
    )
    expect(told((text) => text.replace('"id": "ship-by-name"', '"id": "ship-by-id"'))).toContain(
      'tasks.1.id: there is another task "ship-by-id"',
    )
    expect(
      told((text) => text.replace(/"page": "marketing",(?=\s+"say")/, '"page": "market",')),
    ).toContain('there is no page "market"')
  })

  it('of the guide to evals can be played', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/guides/evals.md'), 'utf8')
    const text = /```json\n(\{\n {2}"name": "lamp".*?)```/s.exec(page)?.[1] ?? ''
    expect(text.split('\n').length).toBeLessThanOrEqual(30)
    const lamp = parseApp(text, 'evals.md')
    for (const task of lamp.tasks)
      expect(judge(lamp, task, await play(lamp, task, { model: oracle(task) }))).toBe('right')
  })

  it('has a schema, which is the one beside the applications', () => {
    const file = join(import.meta.dirname, 'app.schema.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(appSchema())))
  })
})

describe('a model that', () => {
  const [shop] = readApps().filter(({ name }) => name === 'shop')
  const task = shop?.tasks.find(({ id }) => id === 'ship-by-id')
  if (!shop || !task) throw new Error('There is no shop.')
  const ship = calls(call('ship_order', { id: 'O-101' }))
  const look = calls(call('filter_orders', {}))
  it.each<[string, Reply[], Reply, string, string]>([
    ['loops', [], look, 'failed', 'wrong'],
    [
      'looks for other things for ever',
      [],
      () => lookFor(String(Math.random())),
      'failed',
      'wrong',
    ],
    ['answers nothing', [''], '', 'failed', 'wrong'],
    ['never answers', [{ hang: true }], '', 'failed', 'wrong'],
    ['is refused', [{ error: new Error('no') }], '', 'failed', 'wrong'],
    ['calls tools that are not there', [calls(call('rm', {}))], 'Done.', 'completed', 'wrong'],
    [
      'is cut off after its work',
      [ship, { text: 'Done', finishReason: 'length' }],
      '',
      'completed',
      'right',
    ],
    ['does it twice', [ship, ship], 'Done.', 'completed', 'right'],
  ])('%s has a verdict', async (name, replies, otherwise, status, verdict) => {
    const model = scriptedModel(replies, { otherwise })
    const run = await play(shop, task, { model, timeMs: 2_000 })
    expect([run.status, judge(shop, task, run)]).toEqual([status, verdict])
    expect(run.isLimited).toBe(/^(loops|looks|never|answers nothing)/.test(name))
  })
  const lookFor = (customer: string): Reply => calls(call('filter_orders', { customer }))
})

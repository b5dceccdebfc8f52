import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import type { BenchBrowser } from './open-page.ts'

const kinds = ['ambit', 'bare', 'ambitInline', 'bareInline', 'assistantUi'] as const
type Kind = (typeof kinds)[number]
const count = 1_000

/**
 * Measures 1,000 components that register a tool each: in a page that has just loaded, and again
 * after the code is compiled.
 */
export async function registering(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const times = new Map<string, number[]>()
  let rendered = 0
  for (let round = 0; round < (isFull ? 15 : 5); round++) {
    for (const kind of kinds) {
      const renders = await registerIn(browser, kind, (step, us) =>
        times.set(`${step} ${kind}`, [...(times.get(`${step} ${kind}`) ?? []), us]),
      )
      if (kind === 'ambit') rendered = Math.max(rendered, renders)
    }
  }
  const us = (step: string, kind: Kind): number => median(times.get(`${step} ${kind}`) ?? [])
  const toRow = (step: string, ours: Kind, against: string, kind: Kind, most?: number): Figure => {
    const what = ours === 'ambitInline' ? `${step}, inline schemas` : step
    return toFigure(what, us(step, ours), against, us(step, kind), most)
  }
  const floor = 'an effect and a Map'
  const steps = ['mount 1,000 tools', 'unmount 1,000 tools']
  return [
    ...steps.map((step) => toRow(step, 'ambit', floor, 'bare', 2)),
    ...steps.map((step) => toRow(step, 'ambit', 'assistant-ui', 'assistantUi')),
    ...steps.map((step) => toRow(step, 'ambitInline', `${floor}, inline schemas`, 'bareInline')),
    ...steps.map((step) => toRow(`${step} again`, 'ambit', floor, 'bare')),
    toRow('one more than 1,000', 'ambit', floor, 'bare'),
    {
      what: 'renders of rows by one more',
      ours: String(rendered),
      against: 'its own',
      theirs: '1',
      ratio: rendered,
      most: 1,
    },
  ]
}

/**
 * Registers tools in a new page. Returns the number of rows that rendered when one more was added.
 */
async function registerIn(
  browser: BenchBrowser,
  kind: Kind,
  onTime: (step: string, us: number) => void,
): Promise<number> {
  const { page, measure, close } = await browser.open()
  const show = async (step: string, rows: number): Promise<number> => {
    const { mainMs, value } = await measure(() =>
      page.evaluate(([of, to]) => window.bench.showRows(of, to), [kind, rows] as const),
    )
    onTime(step, mainMs * 1_000)
    return value
  }
  await page.evaluate((of) => window.bench.prepareRows(of), kind)
  await show('mount 1,000 tools', count)
  const renders = await show('one more than 1,000', count + 1)
  await show('unmount 1,000 tools', 0)
  for (let time = 0; time < 5; time++) {
    await show('warm-up', count)
    await show('warm-up', 0)
  }
  await page.requestGC()
  await show('mount 1,000 tools again', count)
  await show('unmount 1,000 tools again', 0)
  await close()
  return renders
}

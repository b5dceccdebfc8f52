import { readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EngineName, engineNames } from '../engine-browser.ts'
import { launchEngine } from '../launch-engine.ts'
import { type Answer, probes } from './probes.ts'

/** What was measured in one engine. */
export interface Measured {
  readonly version: string
  /** The answers by the name of their probe. */
  readonly answers: Readonly<Record<string, Answer>>
}

const file = new URL('measured.json', import.meta.url)

/** Returns what is kept of all engines. */
export const readMeasured = (): Record<EngineName, Measured> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<EngineName, Measured>

export const writeMeasured = (measured: Record<EngineName, Measured>): void =>
  writeFileSync(file, `${JSON.stringify(measured, undefined, 2)}\n`)

/** Asks every probe in one engine. */
export async function measure(engine: EngineName): Promise<Measured> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Probe</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await using browser = await launchEngine(engine, { isPrivate: true })
    await using profile = await browser.newProfile()
    const answers: Record<string, Answer> = {}
    for (const { name, ask } of probes) {
      const page = await profile.newPage()
      await page.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      answers[name] = await ask(page)
    }
    return { version: browser.version, answers }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const titles: Record<EngineName, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
}

/** Returns the table of docs/reference/browsers.md. */
export function tableOf(measured: Record<EngineName, Measured>): string {
  const head = engineNames.map((engine) => `${titles[engine]} ${measured[engine].version}`)
  const rows = probes.map(({ name, means }) => [
    name,
    ...engineNames.map((engine) => wordFor(measured[engine].answers[name])),
    means,
  ])
  return [['', ...head, 'For Ambit'], Array(5).fill('---') as string[], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

function wordFor(answer: Answer | undefined): string {
  if (answer === undefined) return 'not measured'
  return typeof answer === 'string' ? answer : answer ? 'yes' : 'no'
}

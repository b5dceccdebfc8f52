import { type Figure, type Suite, toFigure } from '../figure.ts'
import { ask, askMany, median, open, type Target } from './load.ts'
import { type BenchServer, startServer } from './server.ts'

const json = { 'content-type': 'application/json' }
const chat = (content: string): string =>
  JSON.stringify({
    model: 'm',
    messages: [{ role: 'user', content }],
    stream: true,
    max_tokens: 256,
  })
const call = (text: string): string =>
  JSON.stringify({
    modelId: 'm',
    options: { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] },
  })
const words = 'word '.repeat(800)
const idleStreams = 1_000
const passThrough = '/api/agent/up/chat/completions'

/**
 * The proxy on loopback, each server in its own process. It measures elapsed time, so it needs a
 * quiet machine.
 */
export const proxy: Suite = {
  name: 'proxy',
  async run(isFull) {
    const upstream = await startServer('upstream.ts')
    const base = `${upstream.url}/v1`
    const [ambit, node, bare, sdk] = await Promise.all(
      ['ambit', 'ambit-node', 'bare', 'sdk'].map((kind) =>
        startServer('contestant.ts', kind, base),
      ),
    )
    try {
      if (!ambit || !node || !bare || !sdk) return []
      const targets: readonly Target[] = [
        { name: 'direct', url: `${base}/chat/completions`, headers: json, body: chat(words) },
        { name: 'bare', url: bare.url, headers: json, body: chat(words) },
        { name: 'ambit', url: ambit.url + passThrough, headers: json, body: chat(words) },
        { name: 'node', url: node.url + passThrough, headers: json, body: chat(words) },
        { name: 'sdk', url: sdk.url, headers: json, body: call(words) },
        { name: 'endpoint', url: `${ambit.url}/api/agent/model`, headers: json, body: call(words) },
      ]
      const first = await firstBytes(targets, isFull ? 400 : 100)
      const each = await atOnce(targets, isFull ? 5 : 3, isFull ? 2_000 : 600)
      const added = (name: string) => median(first(name)) - median(first('direct'))
      return [
        toFigure(
          'first byte added, pass-through',
          added('ambit'),
          'bare fetch',
          added('bare'),
          1.5,
        ),
        slow(first('ambit')),
        toFigure(
          'first byte added, model endpoint',
          added('endpoint'),
          'bare AI SDK',
          added('sdk'),
        ),
        toFigure(
          'a request of 32 at once, pass-through',
          each('ambit'),
          'bare fetch',
          each('bare'),
          1 / 0.75,
        ),
        toFigure('a request of 32 at once, nodeFetch', each('node'), 'bare fetch', each('bare')),
        toFigure(
          'a request of 32 at once, model endpoint',
          each('endpoint'),
          'bare AI SDK',
          each('sdk'),
        ),
        ...(await idle(base, isFull ? 5 : 3)),
      ]
    } finally {
      for (const server of [upstream, ambit, node, bare, sdk]) server?.stop()
    }
  },
}

/** Returns the share of requests whose first byte took over 3 times as long as the median. */
function slow(times: readonly number[]): Figure {
  const limit = 0.05
  const late = 3 * median(times)
  const share = times.filter((us) => us > late).length / times.length
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`
  return {
    what: 'requests over 3 times the median, pass-through',
    ours: percent(share),
    against: 'the limit',
    theirs: percent(limit),
    ratio: share / limit,
    most: 1,
  }
}

/** Measures one request after another, with the targets in turn. Returns the times of a target. */
async function firstBytes(
  targets: readonly Target[],
  rounds: number,
): Promise<(name: string) => readonly number[]> {
  const times = new Map(targets.map(({ name }) => [name, [] as number[]]))
  for (let round = -20; round < rounds; round++) {
    for (const target of targets) {
      const us = await ask(target)
      if (round >= 0) times.get(target.name)?.push(us)
    }
  }
  return (name) => times.get(name) ?? []
}

async function atOnce(
  targets: readonly Target[],
  rounds: number,
  total: number,
): Promise<(name: string) => number> {
  const times = new Map(targets.map(({ name }) => [name, [] as number[]]))
  for (let round = -1; round < rounds; round++) {
    for (const target of targets) {
      const us = await askMany(target, 32, total)
      if (round >= 0) times.get(target.name)?.push(us)
    }
  }
  return (name) => median(times.get(name) ?? [])
}

/**
 * Measures the memory of idle streams. Each measurement has its own server, which has answered once
 * before.
 */
async function idle(base: string, rounds: number): Promise<Figure[]> {
  const grown = new Map<string, number[]>([
    ['ambit', []],
    ['ambit-node', []],
    ['bare', []],
  ])
  for (let round = 0; round < rounds; round++) {
    for (const [kind, values] of grown) {
      const server = await startServer('contestant.ts', kind, base)
      values.push(await grow(server, server.url + (kind === 'bare' ? '' : passThrough)))
      server.stop()
    }
  }
  const held = (kind: string) => median(grown.get(kind) ?? [])
  const limit = 60 * 1024 * 1024
  const row = (what: string, kind: string, against: string, other: number) => ({
    what: `memory of ${idleStreams} idle streams${what}`,
    ours: toMegabytes(held(kind)),
    against,
    theirs: toMegabytes(other),
    ratio: held(kind) / other,
  })
  return [
    row('', 'ambit', 'bare fetch', held('bare')),
    row(', nodeFetch', 'ambit-node', 'bare fetch', held('bare')),
    { ...row(', nodeFetch', 'ambit-node', 'the limit', limit), most: 1 },
  ]
}

async function grow({ memory }: BenchServer, url: string): Promise<number> {
  const target = { name: 'idle', url, headers: json, body: chat('idle') }
  await ask({ ...target, body: chat(words) })
  const before = await memory()
  const ends: (() => void)[] = []
  while (ends.length < idleStreams) {
    ends.push(...(await Promise.all(Array.from({ length: 50 }, () => open(target)))))
  }
  const grown = (await memory()) - before
  for (const end of ends) end()
  return grown
}

const toMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

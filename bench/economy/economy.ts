import { type Figure, type Suite, toFigure } from '../figure.ts'
import type { Contestant } from './contestant.ts'
import { ambit, digested, named, plain, steady, undigested, variants } from './contestants/ambit.ts'
import { copilotKit } from './contestants/copilotkit.ts'
import { tanstackAi } from './contestants/tanstack-ai.ts'
import { useChat, useChatCached, useChatPaged } from './contestants/use-chat.ts'
import { type Costs, toCosts } from './costs.ts'
import type { Task } from './page.ts'
import type { Link } from './relay.ts'
import { runTask } from './run-task.ts'
import { flipCounts, paidAStep, toFlips, toLastStep, toSize, upAStep } from './tables.ts'

const steps = 12

/** The most tools that `digest()` lists in full. */
const mostListed = 40

/** The most tools of one request that the proxy takes. With more, only a digest works. */
const mostTools = 256

/** The size for the figures that are not measured at each size. */
const usual: Task = { tools: 200, messages: 100, steps }

/**
 * The bytes that the steps of a run send, and the part of their prompts that a cache has. Also the
 * time to the last step over slow links.
 */
export const economy: Suite = {
  name: 'economy',
  async run(isFull) {
    const figures = [
      ...(await compareAll(usual)),
      ...(await compareVariants(usual)),
      ...(await holdLimits()),
      ...(await compareFlips()),
    ]
    for (const tools of isFull ? [5, 50, 200, 1_000] : [50, 200]) {
      for (const messages of isFull ? [10, 100, 1_000] : [100]) {
        figures.push(...(await compare({ tools, messages, steps })))
      }
    }
    for (const link of isFull ? links : [usualLink]) {
      figures.push(...(await race(link, 100, isFull ? 3 : 2)))
    }
    if (isFull) figures.push(...(await race(usualLink, 1_000, 3)))
    return figures
  },
}

const usualLink: Link = { rttMs: 80, upMbit: 5 }

const links: readonly Link[] = [20, 80, 250].flatMap((rttMs) =>
  [1, 5, 50].map((upMbit) => ({ rttMs, upMbit })),
)

const peers = [useChat, useChatCached, tanstackAi, copilotKit]

/** Compares what people and apps pay: bytes on the page's way up, and the price of prompts. */
async function compare(task: Task): Promise<Figure[]> {
  const size = toSize(task.tools, task.messages)
  const isMany = task.tools > mostTools
  const ours = await costsOf(isMany ? digested : ambit, task)
  const kept = isMany ? ours : await costsOf(steady, task)
  const up: Figure[] = []
  const paid: Figure[] = []
  for (const peer of [...(isMany ? [] : [steady]), ...peers]) {
    const theirs = peer === steady ? kept : await costsOf(peer, task)
    if (peer !== useChatCached) up.push(toBytes(`${upAStep}, ${size}`, ours, peer.name, theirs))
    paid.push(...toTokens(`${paidAStep}, ${size}`, 'paid', ours, peer.name, theirs))
  }
  const { repeated = 0, read = 0 } = kept.prompt ?? {}
  return [
    ...up,
    ...paid,
    toLimit(`changed in the stable part, ${size}`, toPercent, 1 - repeated, 0.05),
    toLimit(`not read from the cache, ${size}`, toPercent, 1 - read, 0.4),
  ]
}

/** Compares the prompts themselves, with all products. */
async function compareAll(task: Task): Promise<Figure[]> {
  const ours = await costsOf(ambit, task)
  const figures: Figure[] = []
  for (const peer of [steady, useChat, useChatCached, useChatPaged, tanstackAi]) {
    const theirs = await costsOf(peer, task)
    figures.push(
      ...toTokens('prompt tokens a step', 'tokens', ours, peer.name, theirs),
      ...toShares('not as in the request before', 'shared', ours, peer.name, theirs),
      ...toShares('not read from the cache', 'read', ours, peer.name, theirs),
    )
  }
  return figures
}

/** Holds bytes against their limits: many tools in a digest, and a step after a long history. */
async function holdLimits(): Promise<Figure[]> {
  const { upFirst } = await costsOf(digested, { tools: 200, messages: 0, steps })
  const long = await costsOf(named, { tools: 50, messages: 1_000, steps })
  const { added } = await costsOf(plain, { tools: 50, messages: 1_000, steps })
  return [
    toLimit('a first request, digest(), 200 tools', toKilobytes, upFirst, 12_000),
    toLimit(
      'a later step after 1,000 messages, prefixes',
      toKilobytes,
      long.upLater,
      2_000 + added,
    ),
  ]
}

/** Compares the tool lists, by how often tools go off and on. */
async function compareFlips(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const tools of flipCounts) {
    const digests = tools > mostListed ? digested : undigested
    for (const flips of ['rare', 'constant'] as const) {
      const task: Task = { tools, messages: 100, steps, flips }
      const ours = await costsOf(ambit, task)
      for (const list of [steady, digests]) {
        const what = toFlips(tools, flips)
        figures.push(...toTokens(what, 'paid', ours, list.name, await costsOf(list, task)))
      }
    }
  }
  return figures
}

/** Compares Ambit with itself, with what differs from the defaults. */
async function compareVariants(task: Task): Promise<Figure[]> {
  const size = toSize(task.tools, task.messages)
  const ours = await costsOf(ambit, task)
  const figures: Figure[] = []
  for (const variant of variants) {
    const theirs = await costsOf(variant, task)
    figures.push(
      toBytes(`${upAStep}, ${size}`, ours, variant.name, theirs),
      ...toTokens(`${paidAStep}, ${size}`, 'paid', ours, variant.name, theirs),
    )
  }
  return figures
}

const costsOf = async (contestant: Contestant, task: Task): Promise<Costs> =>
  toCosts(await runTask(contestant, task))

/**
 * Measures the time to the end of the last step over a link. The figure is the shortest of the
 * interleaved rounds: a link never takes less, and other work of the machine only adds to it.
 */
async function race(link: Link, messages: number, rounds: number): Promise<Figure[]> {
  const best = new Map<Contestant, number>()
  for (let round = 0; round < rounds; round++) {
    for (const contestant of [steady, useChat, named]) {
      const { ms } = await runTask(contestant, { tools: 50, messages, steps }, link)
      best.set(contestant, Math.min(ms * 1_000, best.get(contestant) ?? Number.POSITIVE_INFINITY))
    }
  }
  const us = (contestant: Contestant): number => best.get(contestant) ?? Number.NaN
  const what = `${toLastStep}, ${link.rttMs} ms, ${link.upMbit} Mbit/s up, ${messages} messages before`
  return [useChat, named].map((other) => toFigure(what, us(steady), other.name, us(other)))
}

const toBytes = (what: string, ours: Costs, against: string, theirs: Costs): Figure => ({
  what,
  ours: toKilobytes(ours.up),
  against,
  theirs: toKilobytes(theirs.up),
  ratio: ours.up / theirs.up,
})

/** Returns no figure for a product whose prompts are not measured. */
function toTokens(
  what: string,
  key: 'tokens' | 'paid',
  { prompt: ours }: Costs,
  against: string,
  { prompt: theirs }: Costs,
): Figure[] {
  if (!ours || !theirs) return []
  const toText = (tokens: number): string => String(Math.round(tokens))
  const ratio = ours[key] / theirs[key]
  return [{ what, ours: toText(ours[key]), against, theirs: toText(theirs[key]), ratio }]
}

function toShares(
  what: string,
  key: 'shared' | 'read',
  { prompt: ours }: Costs,
  against: string,
  { prompt: theirs }: Costs,
): Figure[] {
  if (!ours || !theirs) return []
  const [own, other] = [1 - ours[key], 1 - theirs[key]]
  return [{ what, ours: toPercent(own), against, theirs: toPercent(other), ratio: own / other }]
}

const toLimit = (
  what: string,
  toText: (value: number) => string,
  value: number,
  limit: number,
): Figure => ({
  what,
  ours: toText(value),
  against: 'the limit',
  theirs: toText(limit),
  ratio: value / limit,
  most: 1,
})

const toPercent = (share: number): string => `${(100 * share).toFixed(1)} %`

const toKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type ScriptedModel, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { ScopeProvider } from '../tools/scope-provider.tsx'
import { useTool } from '../tools/use-tool.ts'

const pageNumber = z.object({ at: z.number() })

/** Ample for each of these tests, in milliseconds. */
export const travelTimeoutMs = 180_000

/** A chunk of the app that takes some milliseconds to load, more or less by its seed. */
export function loadChunk<T>(chunk: T, seed: number): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(chunk), 2 + ((seed * 7) % 19)))
}

/** A page of the app: the agent can do something there, and is told where it is. */
export function TravelPage({ at }: { at: number }): ReactElement {
  useTool({ name: `work_on_${at}`, description: 'Works on the page.', handler: () => at })
  return (
    <ScopeProvider name={`page_${at}`} context={() => `You are on page ${at}.`}>
      <h1>Page {at}</h1>
    </ScopeProvider>
  )
}

/** Registers the tool that goes to a page. */
export function useGoTo(go: (at: number) => unknown): void {
  useTool({
    name: 'go_to',
    description: 'Goes to a page.',
    parameters: pageNumber,
    handler: ({ at }) => go(at),
  })
}

export interface Traveller {
  readonly agent: Agent
  readonly model: ScriptedModel
  /** How many pages it goes to. */
  readonly count: number
}

/** An agent whose model goes to each page in turn, one for each message. */
export function createTraveller(count: number): Traveller {
  const steps = Array.from({ length: count }, (_, at) => [
    calls(call('go_to', { at: at + 1 })),
    'There',
  ])
  const model = scriptedModel(steps.flat())
  return { agent: createAgent({ model, settle: { timeoutMs: 10_000 } }), model, count }
}

/**
 * Sends one message for each page. Resolves with how many times the request that followed the
 * navigation carried the new page's tool and context, and not those of the page before.
 */
export async function travel({ agent, model, count }: Traveller): Promise<number> {
  let arrivals = 0
  for (let at = 1; at <= count; at++) {
    await agent.chat(`Go to page ${at}`)
    const request = model.requests.at(-1)
    const tools = request?.tools?.map(({ name }) => name) ?? []
    const prompt = JSON.stringify(request?.prompt)
    const isThere = tools.includes(`work_on_${at}`) && prompt.includes(`on page ${at}.`)
    const hasLeft = !tools.includes(`work_on_${at - 1}`) && !prompt.includes(`on page ${at - 1}.`)
    if (isThere && hasLeft) arrivals++
  }
  return arrivals
}

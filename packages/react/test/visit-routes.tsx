import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type ScriptedModel, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { AgentScope } from '../src/tools/use-scope.tsx'
import { useTool } from '../src/tools/use-tool.ts'

const routeNumber = z.object({ at: z.number() })

/** The bound of each test that visits routes, in milliseconds. It is ample. */
export const visitTimeoutMs = 180_000

/** Loads a chunk of the app within 2 to 20 ms, depending on the seed. */
export function loadChunk<T>(chunk: T, seed: number): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(chunk), 2 + ((seed * 7) % 19)))
}

/** Shows the page of a route: the agent has a tool there, and a context that names the page. */
export function RoutePage({ at }: { at: number }): ReactElement {
  useTool({ name: `work_on_${at}`, description: 'Works on the page.', handler: () => at })
  return (
    <AgentScope name={`page_${at}`} context={() => `You are on page ${at}.`}>
      <h1>Page {at}</h1>
    </AgentScope>
  )
}

/** Registers the tool that goes to a page. */
export function useGoTo(go: (at: number) => unknown): void {
  useTool({
    name: 'go_to',
    description: 'Goes to a page.',
    parameters: routeNumber,
    handler: ({ at }) => go(at),
  })
}

/** An agent that visits `count` routes. */
export interface RouteVisitor {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly count: number
}

/** Creates an agent whose model goes to each page in turn, one page for each message. */
export function createRouteVisitor(count: number): RouteVisitor {
  const steps = Array.from({ length: count }, (_, at) => [
    calls(call('go_to', { at: at + 1 })),
    'There',
  ])
  const model = scriptedModel(steps.flat())
  return { agent: createAgent({ model, settle: 10_000 }), model, count }
}

/**
 * Sends one message for each route. Resolves with the number of arrivals. At an arrival, the
 * request after the navigation had the tool and the context of the new page, and not those of the
 * old one.
 */
export async function visitRoutes({ agent, model, count }: RouteVisitor): Promise<number> {
  let arrivals = 0
  for (let at = 1; at <= count; at++) {
    await agent.chat(`Go to page ${at}`)
    const request = model.requests.at(-1)
    const tools = request?.tools?.map(({ name }) => name) ?? []
    const prompt = JSON.stringify(request?.prompt)
    // A tool that has left may stay listed, and is then named at the end.
    const isOn = (name: string): boolean => tools.includes(name) && !prompt.includes(`${name}: `)
    const isThere = isOn(`work_on_${at}`) && prompt.includes(`on page ${at}.`)
    const hasLeft = !isOn(`work_on_${at - 1}`) && !prompt.includes(`on page ${at - 1}.`)
    if (isThere && hasLeft) arrivals++
  }
  return arrivals
}

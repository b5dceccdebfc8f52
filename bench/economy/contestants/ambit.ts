import { createAnthropic } from '@ai-sdk/anthropic'
import {
  type AgentPlugin,
  type AssistantMessage,
  createAgent,
  createProxyModel,
  Scope,
  Tool,
  unavailable,
  type UserMessage,
} from 'ambit'
import { digest, steadyTools } from 'ambit/plugins'
import { createProxy, prefixes } from '@ambit/proxy'
import type { Contestant, Handler } from '../contestant.ts'
import { type Page, reason, type Said } from '../page.ts'

interface Setup {
  readonly list?: (() => AgentPlugin) | undefined
  /** True for a proxy that keeps parts of calls. */
  readonly hasPrefixes?: boolean | undefined
  /** False for a proxy that takes no compressed bodies. */
  readonly gzip?: false | undefined
}

const toContestant = (name: string, { list, hasPrefixes, gzip }: Setup = {}): Contestant => ({
  name,
  createServer(_page, { fetch }) {
    const anthropic = createAnthropic({ apiKey: 'none', fetch })
    const proxy = createProxy({
      authorize: () => 'ada',
      models: { claude: { model: anthropic('claude-sonnet-5-5') } },
      ...(hasPrefixes && { use: [prefixes()] }),
    })
    return gzip === false ? withoutGzip(proxy) : proxy
  },
  async run(page, { steps }, url) {
    const agent = createAgent({
      model: createProxyModel({ baseURL: `${url}/api/agent`, modelId: 'claude' }),
      instructions: page.instructions,
      scopes: toScopes(page),
      limits: { iterations: steps },
      use: [list?.()],
    })
    for (const said of page.said) agent.history.append(toMessage(said))
    await agent.chat(page.question)
  },
})

/** Returns the tools in scopes of ten; the first scope also tells what the page shows. */
function toScopes(page: Page): Scope[] {
  const tools = toTools(page)
  const count = Math.ceil(tools.length / 10)
  return Array.from({ length: count }, (_, at) => {
    const own = tools.slice(at * 10, at * 10 + 10)
    return new Scope({ name: `area-${at}`, tools: own, ...(at === 0 && { context: page.show }) })
  })
}

const toTools = ({ tools }: Page): Tool[] =>
  tools.map(
    ({ name, description, parameters, isOn, run }, at) =>
      new Tool({
        name,
        description,
        parameters,
        handler: run,
        ...(at % 2 === 1 && { enabled: () => isOn() || unavailable(reason) }),
      }),
  )

type Earlier = Omit<UserMessage, 'parentId'> | Omit<AssistantMessage, 'parentId'>

const toMessage = ({ id, role, text: content }: Said): Earlier => {
  if (role === 'user') return { id, role, createdAt: 0, content }
  return {
    id,
    role,
    createdAt: 0,
    content,
    parts: [{ type: 'text', text: content }],
    finishReason: 'stop',
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  }
}

/** Returns a proxy that does not offer to take compressed bodies, as older ones do not. */
const withoutGzip =
  (proxy: Handler): Handler =>
  async (request) => {
    const { body, status, headers } = await proxy(request)
    const kept = new Headers(headers)
    kept.delete('accept-encoding')
    return new Response(body, { status, headers: kept })
  }

/** Ambit with its defaults: the agent's, the proxy client's and the proxy's. */
export const ambit: Contestant = toContestant('Ambit')

/** The same with a list of tools that stays as it is when tools go off and on. */
export const steady: Contestant = toContestant('Ambit, steadyTools()', { list: steadyTools })

/** That with a proxy that keeps parts of calls, so that a step sends only what is new. */
export const named: Contestant = toContestant('Ambit, steadyTools(), prefixes', {
  list: steadyTools,
  hasPrefixes: true,
})

/** That with plain bodies. */
export const plain: Contestant = toContestant('Ambit, steadyTools(), plain bodies', {
  list: steadyTools,
  gzip: false,
})

/** The defaults with a digest, on a page with so few tools that all are listed. */
export const undigested: Contestant = toContestant('Ambit, digest()', { list: digest })

/**
 * The defaults with a digest of the tools. The first call finds a tool, and the others use tools.
 * So a run of as many steps makes one call less.
 */
export const digested: Contestant = {
  ...undigested,
  searches: 1,
  toCall: ({ name, input }, step) =>
    step === 0
      ? { name: 'find_tools', input: { query: name.replaceAll('_', ' ') } }
      : { name: 'use_tool', input: { name, arguments: input } },
}

/** Ambit with what differs from its defaults. */
export const variants: readonly Contestant[] = [digested, steady, named, plain]

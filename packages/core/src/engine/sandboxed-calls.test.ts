import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, told } from '../../test/agent-under-test.ts'
import type { AgentPlugin, SandboxRequest } from '../index.ts'

/** Makes a sandbox that runs no code, answers with `run` and keeps its requests. */
function runner(run: (request: SandboxRequest) => unknown = () => 'from the sandbox') {
  const requests: SandboxRequest[] = []
  const sandbox: AgentPlugin = {
    name: 'sandbox',
    execute: ({ call: { name }, tool }, next) => {
      const own = tool?.sandbox
      if (!own) return next()
      const source = String(tool.handler)
      return next({
        handler: async (args, { signal, progress: onProgress }) => {
          const request = { ...own, tool: name, source, args, signal, onProgress }
          requests.push(request)
          return run(request)
        },
      })
    },
  }
  return { sandbox, requests }
}

describe('a tool with `sandbox`', () => {
  it('R61 runs in the agent’s sandbox as text, never in the page', async () => {
    const handler = vi.fn()
    const source = '({ n }) => n'
    const env = { region: 'eu' }
    const options = { run: { sandbox: { timeout: '5s', network: false, env } } } as const
    const tool = anyTool('untrusted', Object.assign(handler, { toString: () => source }), options)
    const { sandbox, requests } = runner()
    const { agent } = agentUnderTest([calls(call('untrusted', { n: 1 })), 'Done'], {
      tools: [tool],
      use: [sandbox],
    })
    env.region = 'changed later'
    const { messages } = await agent.chat('Go')
    expect(handler).not.toHaveBeenCalled()
    expect(requests).toMatchObject([
      {
        tool: 'untrusted',
        source,
        args: { n: 1 },
        timeoutMs: 5_000,
        allowNetwork: false,
        env: { region: 'eu' },
      },
    ])
    expect(told(answersIn(messages)[0])).toBe('from the sandbox')
  })

  it('R61 is not run by an agent that has none, which is told what to do', async () => {
    const handler = vi.fn()
    const { agent } = agentUnderTest([calls(call('untrusted')), 'Done'], {
      tools: [anyTool('untrusted', handler, { run: { sandbox: true } })],
    })
    const { messages } = await agent.chat('Go')
    expect(handler).not.toHaveBeenCalled()
    const [answer] = answersIn(messages)
    expect(answer?.status).toBe('error')
    expect(answer?.content).toContain('Give the agent `use: [sandbox()]`')
    await expect(agent.runTool('untrusted')).rejects.toThrow('it is to run in a sandbox')
    expect(handler).not.toHaveBeenCalled()
  })

  it('reports progress, and is cancelled with its call', async () => {
    const { sandbox, requests } = runner(({ onProgress }) => {
      onProgress({ percent: 10 })
      return new Promise(() => undefined)
    })
    const { agent } = agentUnderTest([calls(call('untrusted'))], {
      tools: [anyTool('untrusted', undefined, { run: { sandbox: true } })],
      use: [sandbox],
    })
    const run = agent.chat('Go')
    agent.on('agent:tool_progress', ({ percent }) =>
      run.cancel({ kind: 'user', tag: `at ${percent}` }),
    )
    await expect(run).rejects.toThrow('Cancelled (user)')
    expect(requests[0]?.signal.reason).toEqual({ kind: 'user', tag: 'at 10' })
  })

  it('is killed by its own timeout too, and tried again as any tool', async () => {
    const { sandbox, requests } = runner(() => Promise.reject(new Error('Not yet')))
    const { agent } = agentUnderTest([calls(call('untrusted')), 'Done'], {
      tools: [anyTool('untrusted', undefined, { run: { sandbox: true, retry: 2 } })],
      use: [sandbox],
    })
    const { messages } = await agent.chat('Go')
    expect(requests).toHaveLength(2)
    expect(answersIn(messages)[0]?.content).toContain('Not yet')
  })

  it('refuses a malformed timeout at construction', () => {
    expect(() => anyTool('untrusted', undefined, { run: { sandbox: { timeout: 0 } } })).toThrow(
      'sandbox.timeout` of tool "untrusted"',
    )
  })

  it('finds an empty `env` elsewhere', async () => {
    const { agent } = agentUnderTest([], { tools: [anyTool('plain', (_, { env }) => env)] })
    expect(await agent.runTool('plain')).toEqual({})
  })
})

import { ToolDeniedError } from '@ambit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { McpTool } from '../mcp/mcp-connection.ts'
import { appCalls } from './app-calls.ts'

afterEach(() => void vi.useRealTimers())

const tool = (name: string, ...visibility: McpTool['visibility']): McpTool => ({
  name: `tickets_${name}`,
  definition: { name, inputSchema: { type: 'object' } },
  visibility,
})
const result = { content: [{ type: 'text', text: 'ok' }] }
const { signal } = new AbortController()

function subject(callTool = vi.fn(() => Promise.resolve(result))) {
  const tools = [tool('both', 'model', 'app'), tool('app', 'app'), tool('model', 'model')]
  const state = { status: 'ready' as const, tools, mentions: [], commands: [] }
  const readResource = vi.fn(() => Promise.resolve([{ uri: 'x://y', text: 'z' }]))
  return { callTool, calls: appCalls({ getState: () => state, callTool, readResource }) }
}

describe('appCalls', () => {
  it('33 34 calls tools that apps may call, as an app', async () => {
    const { calls, callTool } = subject()
    expect(await calls.callTool('app', { n: 1 }, signal)).toBe(result)
    expect(await calls.callTool('both', {}, signal)).toBe(result)
    expect(callTool).toHaveBeenCalledWith('app', { n: 1 }, { source: 'mcp-app', signal })
  })

  it('33 never calls a tool for models alone, an unknown one, or one of the page', async () => {
    const { calls, callTool } = subject()
    for (const name of ['model', 'nothing', 'tickets_app', '__proto__']) {
      await expect(calls.callTool(name, {}, signal)).rejects.toThrow('may not call')
    }
    expect(callTool).not.toHaveBeenCalled()
  })

  it('34 gives a refusal of the page as a result, and hides other errors', async () => {
    const denied = vi.fn(() => Promise.reject(new ToolDeniedError({ name: 'both' } as never, 'no')))
    const refused = await subject(denied).calls.callTool('both', {}, signal)
    expect(refused).toMatchObject({ isError: true })
    expect(JSON.stringify(refused)).toContain('denied')
    const broken = vi.fn(() => Promise.reject(new Error('secret')))
    const failed = await subject(broken).calls.callTool('both', {}, signal)
    expect(failed).toEqual({ content: [{ type: 'text', text: 'The call failed.' }], isError: true })
  })

  it('takes 30 calls and reads a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { calls } = subject()
    for (let nth = 0; nth < 29; nth++) await calls.callTool('app', {}, signal)
    await calls.readResource?.('x://y', signal)
    await expect(calls.readResource?.('x://y', signal)).rejects.toThrow('30 times a minute')
    await expect(calls.callTool('app', {}, signal)).rejects.toThrow('30 times a minute')
    vi.advanceTimersByTime(60_000)
    expect(await calls.callTool('app', {}, signal)).toBe(result)
  })
})

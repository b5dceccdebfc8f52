import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { agentWith, toolsOf, until } from '../../test/connect-fake.ts'
import { remoteTool } from '../../test/fake-mcp.ts'
import { connectMcp } from './connect-mcp.ts'
import { ListeningTurn } from './listening-turn.ts'

/** Makes a page that listens for as long as it is its turn. */
function page(name: string, url: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const onNews = vi.fn()
  const turn = new ListeningTurn(url, onNews, stop.signal)
  const listening: string[] = []
  const listen = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      listening.push(name)
      signal.addEventListener('abort', () => {
        listening.pop()
        resolve(true)
      })
    })
  const end = turn.take(listen, stop.signal).catch(() => undefined)
  return { turn, onNews, listening, stop, end }
}

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('ListeningTurn', () => {
  it('lets one page of several listen, which tells the others', async () => {
    const url = `/mcp/${crypto.randomUUID()}`
    const one = page('one', url)
    await vi.waitFor(() => expect(one.listening).toEqual(['one']))
    const two = page('two', url)
    // What changed before it heard from the other, it looks up.
    await vi.waitFor(() => expect(two.onNews).toHaveBeenCalledOnce())
    one.turn.tell()
    await vi.waitFor(() => expect(two.onNews).toHaveBeenCalledTimes(2))
    expect(one.onNews).not.toHaveBeenCalled()
    expect(two.listening).toEqual([])
    one.stop.abort()
    await vi.waitFor(() => expect(two.listening).toEqual(['two']))
  })

  it('ends when the page is hidden, and begins when it is seen', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const url = `/mcp/${crypto.randomUUID()}`
    const one = page('one', url)
    await vi.waitFor(() => expect(one.listening).toEqual(['one']))
    show('hidden')
    await one.end
    expect(one.listening).toEqual([])
    const again = page('again', url)
    show('visible')
    await vi.waitFor(() => expect(again.listening).toEqual(['again']))
  })

  it('is not for a client of one’s own, which hears by itself in each page', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    let description = 'First.'
    const client = {
      request: async ({ method }: { readonly method: string }) =>
        method === 'tools/list' ? { tools: [remoteTool('a', { description })] } : {},
      getServerVersion: () => ({ name: 'tickets', version: '1.0.0' }),
      getServerCapabilities: () => ({ tools: { listChanged: true } }),
      getInstructions: () => undefined,
      fallbackNotificationHandler: undefined as
        | ((notification: never) => Promise<void>)
        | undefined,
    }
    show('hidden')
    const { agent } = agentWith()
    const connections = ['tickets', 'more'].map((name) => connectMcp(agent, { name, client }))
    for (const connection of connections) {
      onTestFinished(connection.close)
      await until(connection, 'ready')
    }
    await vi.waitFor(() => expect(client.fallbackNotificationHandler).toBeDefined())
    description = 'Second.'
    await client.fallbackNotificationHandler?.({
      method: 'notifications/tools/list_changed',
    } as never)
    await vi.waitFor(() => expect(toolsOf(agent)[0]?.description).toContain('Second'))
  })
})

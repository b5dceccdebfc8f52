import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { subject } from '../../test/app-guest.ts'
import type { McpAppOptions, MountedMcpApp } from './app-options.ts'
import { mountMcpApp } from './mount-mcp-app.ts'

let container: HTMLElement
let mounted: MountedMcpApp[]

beforeEach(() => {
  mounted = []
  container = document.createElement('div')
  document.body.append(container)
})
afterEach(async () => {
  await Promise.all(mounted.map((app) => app.unmount()))
  container.remove()
  vi.restoreAllMocks()
})

function mount(script: string, given: Partial<McpAppOptions> = {}) {
  const { reports, options } = subject(script, given)
  const app = mountMcpApp(container, options)
  mounted.push(app)
  return { app, reports }
}

const frameOf = (): HTMLIFrameElement => {
  const frame = container.querySelector('iframe')
  if (!frame) throw new Error('There is no frame.')
  return frame
}

describe('mountMcpApp', () => {
  it('tells the app of the call, of the page, and of what it may ask', async () => {
    const { app, reports } = mount(
      'await report(await start()); await until(() => heard[1]); await report(heard)',
      {
        theme: 'dark',
        onMessage: () => true,
      },
    )
    app.sendInput({ city: 'Rome' })
    app.sendResult({ content: [{ type: 'text', text: 'sunny' }] })
    await expect.poll(() => reports).toHaveLength(2)
    expect(reports[0]).toMatchObject({
      protocolVersion: '2026-01-26',
      hostCapabilities: { serverTools: {}, message: { text: {} } },
      hostContext: { theme: 'dark', toolInfo: { tool: { name: 'show' } } },
    })
    expect(reports[0]).not.toHaveProperty('hostCapabilities.openLinks')
    expect(reports[1]).toEqual([
      ['ui/notifications/tool-input', { arguments: { city: 'Rome' } }],
      ['ui/notifications/tool-result', { content: [{ type: 'text', text: 'sunny' }] }],
    ])
  })

  it('39 sends nothing before the app says that it is ready', async () => {
    const { app, reports } = mount(
      `await ask('ui/initialize', {}); await report(heard.length); await ask('ping')
       await report(heard.length); tell('initialized'); await until(() => heard[0]); await report(heard[0][0])`,
    )
    app.sendInput({})
    await expect.poll(() => reports).toEqual([0, 0, 'ui/notifications/tool-input'])
  })

  it('34 gives the app the result of its call, or the words of the refusal', async () => {
    const callTool = vi.fn((name: string) =>
      name === 'add'
        ? Promise.resolve({ content: [{ type: 'text', text: '3' }] })
        : Promise.reject(new Error('An app may not call this tool.')),
    )
    const { reports } = mount(
      `await start()
       await report(await ask('tools/call', { name: 'add', arguments: { by: 1 } }))
       await ask('tools/call', { name: 'secret' }).catch((error) => report(error))`,
      { callTool },
    )
    await expect.poll(() => reports).toHaveLength(2)
    expect(callTool).toHaveBeenCalledWith('add', { by: 1 }, expect.any(AbortSignal))
    expect(reports).toEqual([
      { content: [{ type: 'text', text: '3' }] },
      { code: -32_603, message: 'An app may not call this tool.' },
    ])
  })

  it('35 36 hands over messages and what the model is told, cut at 4 kB', async () => {
    const onMessage = vi.fn(() => false)
    const onContext = vi.fn()
    const { reports } = mount(
      `await start()
       const content = [{ type: 'text', text: 'book it' }, { type: 'image', data: 'x' }]
       await report(await ask('ui/message', { role: 'user', content }))
       await ask('ui/update-model-context', { content, structuredContent: { n: 1 } })
       await ask('ui/update-model-context', { content: [{ type: 'text', text: 'ü'.repeat(3000) }] })
       await report('done')`,
      { onMessage, onContext },
    )
    await expect.poll(() => reports).toEqual([{ isError: true }, 'done'])
    expect(onMessage).toHaveBeenCalledWith('book it')
    expect(onContext.mock.calls).toEqual([['book it\n{"n":1}'], ['ü'.repeat(2_048)]])
  })

  it.each([
    ['ui/message', 'onMessage', { content: [{ type: 'text', text: 'x'.repeat(4_000) }] }],
    ['ui/open-link', 'onOpenLink', { url: 'https://a.example' }],
    ['ui/update-model-context', 'onContext', { content: [{ type: 'text', text: 'x' }] }],
    ['resources/read', 'readResource', { uri: 'x://1' }],
  ])('1 takes 30 of a flood of %s', async (method, name, params) => {
    const handler = vi.fn(() => true)
    const { reports } = mount(
      `await start()
       const all = Array.from({ length: 200 }, () => ask('${method}', ${JSON.stringify(params)}).then(() => 1, (error) => error))
       const found = await Promise.all(all)
       await report([found.filter((one) => one === 1).length, found.at(-1).message])`,
      { [name]: handler },
    )
    await expect
      .poll(() => reports)
      .toEqual([[30, 'An app may ask this at most 30 times a minute.']])
    expect(handler).toHaveBeenCalledTimes(30)
  })

  it('1 lays the page out once for a flood of sizes, and ignores logs', async () => {
    const changed = vi.fn()
    const { reports } = mount(
      `await start()
       for (let nth = 0; nth < 2000; nth++) {
         tell('size-changed', { height: nth })
         post({ method: 'notifications/message', params: { level: 'info', data: 'x' } })
       }
       tell('size-changed', { height: 321 })
       await report('done')`,
    )
    new MutationObserver(changed).observe(frameOf(), { attributeFilter: ['style'] })
    await expect.poll(() => reports).toEqual(['done'])
    await expect.poll(() => frameOf().style.height).toBe('321px')
    expect(changed.mock.calls.length).toBeLessThan(200)
  })

  it('38 hands over https links alone, and none with a name of a user', async () => {
    const onOpenLink = vi.fn(() => true)
    const urls = [
      'https://a.example/x',
      'http://a.example',
      'javascript:alert(1)',
      'https://bank@evil.example',
      'https://:bank.example@evil.example',
      'x',
    ]
    const { reports } = mount(
      `await start(); for (const url of ${JSON.stringify(urls)}) await report(await ask('ui/open-link', { url }))`,
      { onOpenLink },
    )
    const no = { isError: true }
    await expect.poll(() => reports).toEqual([{}, no, no, no, no, no])
    expect(onOpenLink.mock.calls).toEqual([['https://a.example/x']])
  })

  it('40 caps the height, and takes no other size', async () => {
    const { reports } = mount(
      `await start(); for (const height of [300, 5000, -1, 'x']) { tell('size-changed', { height }); await report(height) }`,
      { maxHeightPx: 400 },
    )
    await expect.poll(() => reports).toHaveLength(4)
    await expect.poll(() => frameOf().style.height).toBe('400px')
  })

  it('40 tells the app of its end, and removes its frames', async () => {
    const { app, reports } = mount('await start(); await report(1)')
    await expect.poll(() => reports).toEqual([1])
    await app.unmount()
    expect(container.querySelector('iframe')).toBeNull()
  })

  it('40 removes an app that does not answer, after 500 ms', async () => {
    const { app, reports } = mount(`await start(); await report(1); onmessage = null`)
    await expect.poll(() => reports).toEqual([1])
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const ended = app.unmount()
    await vi.advanceTimersByTimeAsync(500)
    await ended
    vi.useRealTimers()
    expect(container.querySelector('iframe')).toBeNull()
  })

  it('cancels a call that the app takes back, and all at its end', async () => {
    const ends: string[] = []
    const callTool = (name: string, _: object, signal: AbortSignal) =>
      new Promise<never>((__, reject) => {
        signal.addEventListener('abort', () => {
          ends.push(name)
          reject(new Error('cancelled'))
        })
      })
    const { app, reports } = mount(
      `await start()
       ask('tools/call', { name: 'one' }).catch(() => {})
       ask('tools/call', { name: 'two' }).catch(() => {})
       post({ method: 'notifications/cancelled', params: { requestId: 2 } })
       await report(1)`,
      { callTool },
    )
    await expect.poll(() => reports).toEqual([1])
    expect(ends).toEqual(['one'])
    await app.unmount()
    expect(ends).toEqual(['one', 'two'])
  })

  it('41 gives `allow-same-origin` to a sandbox of another origin only', () => {
    mount('', { sandboxUrl: '/sandbox.html' })
    expect(frameOf().getAttribute('sandbox')).toBe('allow-scripts')
    frameOf().remove()
    mount('', { sandboxUrl: 'https://apps.example/sandbox.html' })
    expect(frameOf().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
    frameOf().remove()
    mount('')
    expect(frameOf().getAttribute('sandbox')).toBe('allow-scripts')
  })

  it('42 has a title, and the keyboard goes in and out again', async () => {
    const before = Object.assign(document.createElement('button'), { textContent: 'Before' })
    const after = Object.assign(document.createElement('button'), { textContent: 'After' })
    container.before(before)
    container.after(after)
    const { reports } = mount(
      `document.querySelector('button').onfocus = () => report('inside'); await start(); await report('ready')`,
    )
    await expect.poll(() => reports).toEqual(['ready'])
    expect(frameOf().title).toBe('Show, app of Tickets')
    before.focus()
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => reports).toEqual(['ready', 'inside'])
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('After')).toHaveFocus()
    before.remove()
    after.remove()
  })

  it('hears no other frame, and no message without JSON-RPC', async () => {
    const onContext = vi.fn()
    const { reports } = mount(
      `await start(); parent.postMessage('x', '*'); parent.postMessage(null, '*')
       parent.postMessage({ method: 'ui/update-model-context', id: 7, params: {} }, '*'); await report(1)`,
      { onContext },
    )
    postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/update-model-context', params: {} }, '*')
    await expect.poll(() => reports).toEqual([1])
    expect(onContext).not.toHaveBeenCalled()
  })

  it('answers an unknown request with an error, and goes on', async () => {
    const { reports } = mount(
      `await start(); await ask('sampling/createMessage').catch(({ code }) => report(code)); await report(await ask('ui/request-display-mode', { mode: 'fullscreen' }))`,
    )
    await expect.poll(() => reports).toEqual([-32_601, { mode: 'inline' }])
  })

  it('says that the sandbox has not started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const onFail = vi.fn()
    mount('', { onFail, sandboxUrl: 'about:blank' })
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(onFail).toHaveBeenCalledOnce()
  })
})

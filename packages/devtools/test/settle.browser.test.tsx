import { AgentProvider, useTool } from '@ambit/react'
import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, startTransition, Suspense, use, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from '../src/devtools.tsx'
import { untilClosed, untilOpen } from './panel-page.ts'

/** The code of the panel, which must not use what holds back the transitions of other roots. */
const sources: Record<string, string> = import.meta.glob('../src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function Page(): ReactElement {
  const [count, setCount] = useState(0)
  useTool({
    name: 'go',
    description: 'Goes.',
    handler: () => startTransition(() => setCount((last) => last + 1)),
  })
  return <output>{count}</output>
}

/** Renders at each frame, and has a transition that never ends. */
function Restless(): ReactElement {
  const [frame, setFrame] = useState(0)
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    const request = requestAnimationFrame(() => setFrame(frame + 1))
    return () => cancelAnimationFrame(request)
  }, [frame])
  useEffect(() => startTransition(() => setWaits(true)), [])
  return <Suspense>{waits ? <Endless /> : frame}</Suspense>
}

const never = new Promise<never>(() => undefined)
const Endless = (): ReactElement => use(never)

const createGoer = (timeoutMs: number = 20_000) =>
  createAgent({
    model: scriptedModel([calls(call('go')), calls(call('go')), 'Done']),
    settle: timeoutMs,
  })

describe('the wait for the page after a call', () => {
  it('does not wait for the panel, which renders what the run does', async () => {
    const agent = createGoer()
    const page = await render(
      <AgentProvider agent={agent}>
        <Page />
        <AmbitDevtools defaultOpen />
      </AgentProvider>,
    )
    await untilOpen()
    const run = agent.chat('Go')
    await run
    const waits = run.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toMatchObject([
      { ok: true, why: 'react' },
      { ok: true, why: 'react' },
    ])
    expect(document.querySelector('output')?.textContent).toBe('2')
    await page.unmount()
    await untilClosed()
  })

  it('does not wait for a React root in a shadow root, as the panel is, that never rests', async () => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host.attachShadow({ mode: 'open' }))
    onTestFinished(() => {
      root.unmount()
      host.remove()
    })
    root.render(<Restless />)
    const agent = createGoer()
    const page = await render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    const run = agent.chat('Go')
    await run
    const waits = run.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toMatchObject([{ ok: true }, { ok: true }])
    await page.unmount()
  })

  it('waits for such a renderer in the root of the page: the test before can fail', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const agent = createGoer(300)
    const page = await render(
      <AgentProvider agent={agent}>
        <Page />
        <Restless />
      </AgentProvider>,
    )
    const run = agent.chat('Go')
    await run
    const waits = run.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toMatchObject([{ ok: false }, { ok: false }])
    await page.unmount()
  })

  it('has no panel with an action that waits, which would hold back transitions of the page', () => {
    const files = Object.entries(sources).filter(([path]) => !path.includes('.test.'))
    expect(files.length).toBeGreaterThan(30)
    const holding = /startTransition|useTransition|useActionState|action=/
    expect(files.flatMap(([path, text]) => (holding.test(text) ? [path] : []))).toEqual([])
  })
})

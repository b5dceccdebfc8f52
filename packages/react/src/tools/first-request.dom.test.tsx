import { render } from '@testing-library/react'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, useEffect, useLayoutEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'

describe('the first request of a page', () => {
  it.each([
    ['an effect, without `ambit/eager`', useEffect, false],
    ['an effect, with `ambit/eager`', useEffect, true],
    ['a layout effect, without `ambit/eager`', useLayoutEffect, false],
    ['a layout effect, with `ambit/eager`', useLayoutEffect, true],
  ])('waits for tools whose code is loading, where it is asked in %s', async (_, use, isEager) => {
    // As a page that was just loaded.
    vi.resetModules()
    const { createAgent } = await import('@ambit/core')
    if (isEager) await import('@ambit/core/eager')
    const { AgentProvider, useAgent, useTool } = await import('../index.ts')
    const model = scriptedModel(['Here it is.'])
    const agent = createAgent({ model })
    const runs: PromiseLike<unknown>[] = []

    function Row({ id }: { id: string }): null {
      const subject = { id, label: `Row ${id}` }
      useTool({ name: 'remove', description: 'Remove.', subject, handler: () => 1 })
      return null
    }
    function DeepLink(): ReactElement {
      const { chat } = useAgent()
      use(() => {
        runs.push(chat('What the address asks'))
      }, [chat])
      return <p>Rows</p>
    }
    render(
      <AgentProvider agent={agent}>
        <DeepLink />
        <Row id="a" />
        <Row id="b" />
      </AgentProvider>,
    )
    await Promise.all(runs)
    const [tool] = model.requests[0]?.tools ?? []
    expect(tool).toMatchObject({ name: 'remove' })
    expect(JSON.stringify(tool)).toContain('"instance"')
  })
})

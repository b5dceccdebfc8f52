import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { createBeeper, inPanel, panelOf, untilClosed, untilOpen } from '../../test/panel-page.ts'
import { AmbitDevtools } from '../devtools.tsx'
import type { TabProps } from './tab.ts'

// Tabs of this test: one that leads to another, the other, and one that fails.
vi.mock('./tabs.ts', () => ({
  tabs: [
    {
      name: 'timeline',
      title: 'Timeline',
      Content: ({ go }: TabProps) => (
        <button type="button" className="link" onClick={() => go('requests', 'r1')}>
          Open
        </button>
      ),
    },
    {
      name: 'requests',
      title: 'Requests',
      Content: ({ at, watched }: TabProps) => <p>{`${watched.agent.name} at ${String(at)}`}</p>,
    },
    {
      name: 'tools',
      title: 'Tools',
      Content: () => {
        throw new Error('The tab failed.')
      },
    },
  ],
}))

const content = (): string | null => inPanel('[role=tabpanel]').textContent

describe('Panel', () => {
  beforeEach(async () => {
    const agents = [createBeeper('first'), createBeeper('second')]
    const shown = await render(<AmbitDevtools agents={agents} defaultOpen />)
    await untilOpen()
    return async () => {
      await shown.unmount()
      await untilClosed()
    }
  })

  it('18 leads from a tab to a thing in another, with the focus', async () => {
    inPanel('.link').focus()
    inPanel('.link').click()
    await expect.poll(content).toBe('first at r1')
    await expect.poll(() => panelOf()?.activeElement?.role).toBe('tabpanel')
    inPanel('#tab-requests').click()
    await expect.poll(content).toBe('first at undefined')
  })

  it('17 leaves the thing of one agent when another is chosen', async () => {
    inPanel('.link').click()
    await expect.poll(content).toBe('first at r1')
    const select = inPanel('select') as HTMLSelectElement
    select.selectedIndex = 1
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.poll(content).toBe('second at undefined')
  })

  it('22 goes on if a tab throws', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue()
    inPanel('#tab-tools').click()
    await expect.poll(content).toContain('This view failed')
    inPanel('#tab-requests').click()
    await expect.poll(content).toBe('first at undefined')
    expect(errors).toHaveBeenCalled()
    errors.mockRestore()
  })
})

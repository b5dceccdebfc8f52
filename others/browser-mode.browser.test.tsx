import { useTool } from 'ambit/react'
import { call, calls } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import guide from '../docs/guides/test-runners.md?raw'

const [own] = Object.values<string>(
  import.meta.glob('./browser-mode.browser.test.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

function Lamp(): ReactElement {
  const [isOn, setIsOn] = useState(false)
  useTool({ name: 'light', description: 'Light the lamp.', handler: () => setIsOn(true) })
  return <p>{isOn ? 'Light' : 'Dark'}</p>
}

it('lights the lamp when it is asked to', async () => {
  const replies = [calls(call('light')), 'Done.']
  const { agent } = await renderWithAgent(<Lamp />, { replies, render })
  await agent.chat('Light the lamp')
  await expect.element(page.getByText('Light')).toBeVisible()
})

it('is the test of the guide', () => {
  const [test] = /^it\('lights[^]*?^}\)\n/m.exec(own ?? '') ?? ['missing']
  expect(guide).toContain(test)
})

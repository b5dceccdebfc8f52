import { type ReactElement, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'

const seen = new Set<unknown>()

// Without the compiler each render makes a new object.
function Maker({ name }: { name: string }): ReactElement {
  const [count, setCount] = useState(0)
  const made = { name }
  useEffect(() => void seen.add(made))
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}

const sources = [
  'packages/react/src/agent/use-agent.ts',
  'packages/react/src/tools/use-scope.tsx',
  'packages/chat/src/transcript/transcript.tsx',
  'packages/chat/src/composer/composer.tsx',
]

describe('React Compiler', () => {
  it('compiles the components of the tests', async () => {
    const screen = await render(<Maker name="Ada" />)
    await screen.getByRole('button', { name: '0' }).click()
    await screen.getByRole('button', { name: '1' }).click()
    await expect.element(screen.getByRole('button', { name: '2' })).toBeVisible()
    expect(seen.size).toBe(1)
  })

  for (const path of sources) {
    it(`compiles ${path}`, async () => {
      const served = await (await fetch(`/${path}`)).text()
      expect(served).toMatch(/from "[^"]*compiler-runtime/)
    })
  }
})

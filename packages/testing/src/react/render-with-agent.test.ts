import { describe, expect, it } from 'vitest'
import { renderWithAgent } from './render-with-agent.tsx'

describe('renderWithAgent', () => {
  it('says what to do where there is no page', async () => {
    await expect(renderWithAgent(null)).rejects.toThrow(
      'There is no `document` to render into. Run the test in a browser, or in',
    )
  })
})

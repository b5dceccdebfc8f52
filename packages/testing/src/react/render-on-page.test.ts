import { describe, expect, it } from 'vitest'
import { renderOnPage } from './render-on-page.tsx'

describe('renderOnPage', () => {
  it('says what to do where there is no page', () => {
    const render = () => renderOnPage(null, { wrapper: () => null })
    expect(render).toThrow(
      'There is no `document` to render into. Run the test in a browser, or in',
    )
  })
})

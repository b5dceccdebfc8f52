import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { latePart } from './late-part.ts'

const Part = ({ name }: { name: string }): ReactElement => <p>{name} is here</p>
const Instead = ({ name }: { name: string }): ReactElement => <p>{name} could not be fetched</p>
const offline = () => Promise.reject(new Error('offline'))

describe('latePart', () => {
  it('is the part once that is fetched', async () => {
    const Late = latePart(() => Promise.resolve(Part))
    const screen = await render(<Late name="The list" />)
    await expect.element(screen.getByText('The list is here')).toBeVisible()
  })

  it('is what was given instead, or nothing, when the part cannot be fetched', async () => {
    const Late = latePart(offline, Instead)
    const Silent = latePart<{ name: string }>(offline)
    const screen = await render(
      <div>
        <Silent name="The list" />
        <Late name="The form" />
      </div>,
    )
    await expect.element(screen.getByText('The form could not be fetched')).toBeVisible()
    expect(screen.container.textContent).toBe('The form could not be fetched')
  })
})

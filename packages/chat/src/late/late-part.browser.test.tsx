import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement, ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Root } from '../root.tsx'
import { latePart } from './late-part.tsx'
import { LateModule } from './late-module.ts'
import type { LateStatus } from './late-notice.tsx'

interface PartProps {
  readonly name: string
}
const Part = ({ name }: PartProps): ReactElement => <p>{name} is here</p>
const Instead = ({ name, hasFailed }: PartProps & LateStatus): ReactElement => (
  <p>{hasFailed ? `${name} could not be fetched` : `${name} comes`}</p>
)
const itself = (part: typeof Part): typeof Part => part
const load = () => vi.fn<() => Promise<typeof Part>>().mockRejectedValue(new Error('offline'))

const renderInChat = (children: ReactNode) =>
  render(
    <AgentProvider agent={createAgent({ model: scriptedModel([]) })}>
      <Root>{children}</Root>
    </AgentProvider>,
  )

describe('latePart', () => {
  it('is the part once that is fetched, and nothing before', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Part>()
    const Late = latePart(new LateModule(() => promise), itself)
    const screen = await render(<Late name="The list" />)
    expect(screen.container.textContent).toBe('')
    resolve(Part)
    await expect.element(screen.getByText('The list is here')).toBeVisible()
  })

  it('is what was given instead, before and after it failed', async () => {
    const Late = latePart(new LateModule(load()), itself, Instead)
    const screen = await render(<Late name="The form" />)
    expect(screen.container.textContent).toBe('The form comes')
    await expect.element(screen.getByText('The form could not be fetched')).toBeVisible()
  })

  it('is a message after two tries, with a button for another and one that reloads the page', async () => {
    const fetch = load()
    const Late = latePart(new LateModule(fetch), itself)
    const screen = await renderInChat(<Late name="The list" />)
    await expect.element(screen.getByRole('alert')).toMatchTextContent('could not be loaded')
    expect(fetch).toHaveBeenCalledTimes(2)
    await expect.element(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    fetch.mockResolvedValue(Part)
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('The list is here')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
  })

  it('is tried again by the next that is shown', async () => {
    const fetch = load()
    const Late = latePart(new LateModule(fetch), itself)
    const screen = await renderInChat(<Late name="The list" />)
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await screen.unmount()
    fetch.mockResolvedValue(Part)
    const next = await renderInChat(<Late name="The next list" />)
    await expect.element(next.getByText('The next list is here')).toBeVisible()
  })
})

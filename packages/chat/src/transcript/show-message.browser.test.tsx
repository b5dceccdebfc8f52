import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Root } from '../root.tsx'
import { Composer } from '../composer/composer.tsx'
import { Panel } from '../frame/panel.tsx'
import { say } from '../../test/say.ts'
import { Transcript } from './transcript.tsx'
import type { ShowMessage } from './show-message.ts'

const show: ShowMessage = ({ message, streaming, children }) =>
  message.role === 'user' ? (
    <p>I said: {String(message.content)}</p>
  ) : (
    <section aria-label={streaming ? 'Robot writes' : 'Robot wrote'}>{children}</section>
  )

it('shows each message in the application’s own way, around the widget’s or in its place', async () => {
  const agent = createAgent({ model: scriptedModel([{ text: 'Hello there.', hang: true }]) })
  await render(
    <AgentProvider agent={agent}>
      <Root>
        <Panel>
          <Transcript message={show} />
          <Composer />
        </Panel>
      </Root>
    </AgentProvider>,
  )
  await say('Hi')
  await expect.element(page.getByText('I said: Hi')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Robot writes' }).getByText('Hello there.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  const answer = page.getByRole('region', { name: 'Robot wrote' })
  await expect.element(answer.getByText('Hello there.')).toBeVisible()
  await expect.element(answer.getByRole('button', { name: 'Answer again' })).toBeInTheDocument()
  expect(page.getByRole('article', { name: 'You' }).query()).toBeNull()
})

it('R69 leaves out a message whose function throws, and neither the page nor the others', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())
  const broken: ShowMessage = ({ message, children }) => {
    if (message.role === 'user') throw new Error('broken')
    return children
  }
  const agent = createAgent({ model: scriptedModel(['Hello there.']) })
  await render(
    <AgentProvider agent={agent}>
      <p>The page</p>
      <Root>
        <Panel>
          <Transcript message={broken} />
          <Composer />
        </Panel>
      </Root>
    </AgentProvider>,
  )
  await say('Hi')
  await expect.element(page.getByText('Hello there.')).toBeVisible()
  await expect.element(page.getByText('The page')).toBeVisible()
  expect(page.getByRole('article', { name: 'You' }).query()).toBeNull()
})

import type { SessionArtifact } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { lazy, memo } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import type { CopilotProps } from '../opening/late-copilot.tsx'

const open = (name: string) => page.getByRole('button', { name: `Open “${name}”` })
const back = () => page.getByRole('button', { name: 'Back to the conversation' })
const panel = () => page.getByRole('region', { name: 'Report', exact: true }).last()
const log = () => page.getByRole('log')

/** Renders a chat whose tool `write` gives the page a text, another one with each call. */
async function renderReports(props: CopilotProps = {}, type = 'markdown') {
  let nth = 0
  const write = tool('write', (_, { artifact }) => {
    nth++
    artifact({ id: 'r', type, title: 'Report', data: `# Draft ${nth}\n\nSome *text*.` })
    return 'Written.'
  })
  const replies = [calls(call('write')), 'Here it is.', calls(call('write')), 'It is shorter.']
  await renderCopilot(replies, props, { tools: [write] })
  await say('Write a report')
  await expect.element(page.getByText('Here it is.')).toBeVisible()
  await expect.element(open('Report')).toBeVisible()
}

describe('ArtifactPanel', () => {
  it('shows an artifact over the conversation, and Escape and its button lead back', async () => {
    await renderReports()
    await open('Report').click()
    await expect.element(panel()).toHaveFocus()
    await expect.element(panel().getByRole('heading', { name: 'Draft 1' })).toBeVisible()
    await expect.element(page.getByText('Here it is.')).not.toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('Here it is.')).toBeVisible()
    await expect.element(open('Report')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel()).toHaveFocus()
    await back().click()
    await expect.element(open('Report')).toHaveFocus()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('is drawn by a component of the application, also one of `memo` or `lazy`', async () => {
    const Chart = ({ title }: SessionArtifact) => <p>chart of {title}</p>
    const artifacts = { chart: memo(lazy(async () => ({ default: Chart }))) }
    await renderReports({ messages: { artifacts } }, 'chart')
    await open('Report').click()
    await expect.element(panel().getByText('chart of Report')).toBeVisible()
  })

  it('stands beside a conversation that is wide enough, and follows the artifact', async () => {
    await renderReports({ form: 'inline' })
    await open('Report').click()
    await expect.element(panel()).toHaveFocus()
    await expect.element(page.getByText('Here it is.')).toBeVisible()
    await say('Shorter')
    await expect.element(page.getByText('It is shorter.')).toBeVisible()
    await expect.element(panel().getByRole('heading', { name: 'Draft 2' })).toBeVisible()
    await expect.element(field()).toHaveFocus()
  })

  it('gives way to the conversation when the user sends, where there is no space', async () => {
    await renderReports()
    await open('Report').click()
    await expect.element(back()).toBeVisible()
    await say('Shorter')
    await expect.element(page.getByText('It is shorter.')).toBeVisible()
    await expect.element(back()).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
  })

  it('copies and saves the text, and leaves with the session', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    click.mockImplementation(function note(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await renderReports()
    await open('Report').click()
    await panel().getByRole('button', { name: 'Copy' }).click()
    expect(write).toHaveBeenCalledWith('# Draft 1\n\nSome *text*.')
    await panel().getByRole('button', { name: 'Save as a file' }).click()
    expect(saved).toEqual(['Report.md'])
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.element(page.getByText('How can I help?')).toBeVisible()
    click.mockRestore()
    write.mockRestore()
  })

  it('uses the renderer of the application, and plain text without one', async () => {
    const chart = vi.fn(({ title = '' }) => <figure aria-label={`Chart ${title}`}>…</figure>)
    await renderReports({ messages: { artifacts: { chart } } }, 'chart')
    await open('Report').click()
    await expect.element(panel().getByRole('figure', { name: 'Chart Report' })).toBeVisible()
    expect(log().getByRole('figure').all()).toHaveLength(0)
  })
})

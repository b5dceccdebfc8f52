import { agentTool, type AnyTool, createAgent, type Tool } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

/** Creates an agent inside, and the tool by which another agent gives it tasks. */
function agentInside(name: string, replies: readonly Reply[], tools: readonly Tool[]): AnyTool {
  const model = scriptedModel(replies)
  const agent = createAgent({ model, name: `${name}_agent`, tools: tools })
  return agentTool({ agent, name, description: name })
}

const card = (name: string) => page.getByRole('group', { name, exact: true })
const open = (name: string) => card(name).getByText(name, { exact: true }).first().click()
const task = (name: string) => calls(call(name, { task: `Do ${name}` }))

/** Renders a chat with three levels of agents; the innermost one has the tool `remove_file`. */
async function renderThree(remove: AnyTool, after: Reply = 'Removed it.') {
  const expert = agentInside('ask_expert', [calls(call('remove_file')), after], [remove])
  const sources = agentInside('find_sources', [task('ask_expert'), 'Found them.'], [expert])
  const research = agentInside('research', [task('find_sources'), 'Two sources.'], [sources])
  return renderCopilot([task('research'), 'All done.'], {}, { tools: [research] })
}

describe('the card of a call that runs an agent', () => {
  it('opens to the inner run, three levels deep, and asks for the outer calls', async () => {
    const remove = tool('remove_file', () => 'gone', {
      effect: 'destructive',
      title: 'Remove a file',
    })
    await renderThree(remove)
    await say('Research it')
    const approval = page.getByRole('group', { name: 'Allow “Remove a file”?' })
    await expect
      .element(approval)
      .toMatchTextContent('For “Research” › “Find sources” › “Ask expert”')
    await expect.element(card('Research')).toMatchTextContent('Needs your decision')
    const status = page.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Waiting for your answer')
    for (const name of ['Research', 'Find sources', 'Ask expert']) await open(name)
    await expect.element(card('Remove a file')).toBeVisible()
    await expect.element(card('Remove a file')).toMatchTextContent('Needs your decision')
    await approval.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(page.getByText('All done.')).toBeVisible()
    await expect.element(card('Remove a file')).toMatchTextContent('Done')
    await expect.element(card('Research')).toMatchTextContent('Two sources.')
    await expect.element(card('Ask expert')).toMatchTextContent('Removed it.')
    expect(page.getByRole('button', { name: /^Stop “/ }).elements()).toHaveLength(0)
  })

  it('has a Stop of its own at each level, which stops what is inside alone', async () => {
    const { agent } = await renderThree(
      tool('remove_file', () => 'gone'),
      { hang: true },
    )
    await say('Research it')
    await open('Research')
    await open('Find sources')
    const stops = page.getByRole('button', { name: /^Stop “/ })
    await expect.poll(() => stops.elements().length).toBe(3)
    await page.getByRole('button', { name: 'Stop “Ask expert”' }).click()
    await expect.element(page.getByText('All done.')).toBeVisible()
    await expect.element(card('Ask expert')).toHaveAttribute('data-state', 'interrupted')
    await expect.element(card('Find sources')).toHaveAttribute('data-state', 'succeeded')
    await expect.element(card('Research')).toHaveAttribute('data-state', 'succeeded')
    expect(agent.getState().cancelled).toBeUndefined()
  })

  it('shows the questions and the artifacts of the run inside', async () => {
    const chart = tool('draw', (_, ctx) => {
      ctx.artifact({ id: 'c', type: 'note', title: 'The chart', data: 'A fine chart' })
      return ctx.ask('Which colour?')
    })
    const research = agentInside('research', [calls(call('draw')), 'Drawn.'], [chart])
    await renderCopilot([task('research'), 'All done.'], {}, { tools: [research] })
    await say('Draw it')
    const question = page.getByRole('form', { name: 'Which colour?' })
    await expect.element(question).toMatchTextContent('For “Research”')
    await expect.element(page.getByText('A fine chart')).toBeVisible()
    await question.getByRole('textbox').fill('Red')
    await question.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect.element(page.getByText('All done.')).toBeVisible()
    await expect.element(page.getByText('A fine chart')).toBeVisible()
  })
})

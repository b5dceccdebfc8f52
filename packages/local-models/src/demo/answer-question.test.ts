import { describe, expect, it } from 'vitest'
import { demoLabel } from './create-demo-model.ts'
import { type App, drive, tool } from '../../test/drive.ts'
import { backOffice, calendar, musicPlayer, taskBoard } from '../../test/invented-apps.ts'

describe('answerQuestion', () => {
  it.each([
    [taskBoard, 'How many tasks are done?', '1 of the 3 tasks I can see: “Call the bank” (done).'],
    [
      taskBoard,
      'Which tasks are not done?',
      '2 of the 3 tasks I can see: “Buy milk” and “Walk the dog” (not done).',
    ],
    [taskBoard, 'What is selected?', 'Nothing at the moment.'],
    [musicPlayer, 'What is the volume?', 'Volume: 70.'],
    [musicPlayer, "What's playing?", '“Naima” at the moment.'],
    [
      calendar,
      'When is the board meeting?',
      'The start of “Board meeting” is 24 November 2026, 14:00.',
    ],
    [
      calendar,
      'which events do I have',
      'I can see 3 events: “Standup”, “Board meeting” and “Dentist”.',
    ],
  ] as const)('%# comes from what the page shows', async (app, question, answer) => {
    const { calls, text } = await drive(app(), [question])
    expect(calls).toEqual([])
    expect(text).toBe(answer)
  })

  it('may look something up', async () => {
    const { calls, text } = await drive(backOffice(), ['How many orders does Ada have?'])
    expect(calls).toEqual([['search_orders', { customer: 'Ada' }]])
    expect(text).toBe('1 order (Ada): “1042” (customer Ada Lovelace, status paid, total 120).')
  })

  it('reads past the name of a field', async () => {
    const { text } = await drive(calendar(), ['Which events are in room red?'])
    expect(text).toBe('1 of the 3 events I can see: “Board meeting” (red).')
  })

  it('knows a state by its other words', async () => {
    const { calls, text } = await drive(taskBoard(), ['How many tasks are finished?'])
    expect(calls).toEqual([])
    expect(text).toBe('1 of the 3 tasks I can see: “Call the bank” (finished).')
  })

  it('takes the place of a search for a state among titles', async () => {
    const description = 'Show only some of the tasks, or all of them.'
    const search = tool('filter_tasks', description, { 'text?': { type: 'string' } })
    const app: App = { ...taskBoard(), tools: () => [search], unavailable: () => ({}) }
    const { calls, text } = await drive(app, ['Show only the done tasks'])
    expect(calls).toEqual([])
    expect(text).toBe('1 of the 3 tasks I can see: “Call the bank” (done).')
    expect((await drive(app, ['Show tasks with milk'])).calls).toEqual([
      ['filter_tasks', { text: 'milk' }],
    ])
  })

  it('lists what can be done, by description, and says what it is', async () => {
    for (const message of ['What can you do?', 'hello', 'help']) {
      const { text } = await drive(taskBoard(), [message])
      expect(text).toContain('rule-based demo, not a language model')
      expect(text).toContain('- Move a task to another column.')
    }
    expect(demoLabel).toContain('not a language model')
  })

  it.each([
    'What is the weather in Paris?',
    'Tell me a joke',
    'write me a poem about spring',
    'Launch the rocket',
    '???',
  ])('says honestly that nothing fits: %s', async (message) => {
    const { calls, text } = await drive(taskBoard(), [message])
    expect(calls).toEqual([])
    expect(text).toContain('not a language model')
    expect(text.endsWith('?')).toBe(false)
  })
})

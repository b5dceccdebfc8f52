import { describe, expect, it } from 'vitest'
import { demoLabel } from './demo-label.ts'
import { drive } from './drive.test.run.ts'
import { backOffice, calendar, musicPlayer, taskBoard } from './invented-apps.test.data.ts'

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
      '“Board meeting”: id 8, title Board meeting, start 2026-11-24T14:00, room Red.',
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
    expect(text).toBe('Orders: “1042”.')
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

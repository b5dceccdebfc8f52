import { describe, expect, it } from 'vitest'
import { type ForeignVisit, once, open, press, type Step, visit } from './foreign/foreign-visit.ts'

/** Opens the jobs of the queue “mail” that have failed. */
const toFailed: Step[] = [
  open('link', 'mail', '[navigation]'),
  once('LATEST', open('link', 'FAILED 3')),
  once('reminder-1', press('tab', 'Data', 'invoice-1')),
]

/** What the buttons of a job do, in their order. They have icons and no names. */
const buttons = ['retry', 'duplicate', 'edit', 'remove']

/** Returns the refs and the names of the buttons of a job. */
function buttonsOf(text: string, job: string): { ref: string; name: string }[] {
  const at = text.indexOf(`link "${job}"`)
  const found = at < 0 ? [] : text.slice(at).matchAll(/\{(e\d+) button "([^"]*)"/g)
  return Array.from(found, ([, ref = '', name = '']) => ({ ref, name })).slice(0, buttons.length)
}

/** Presses a button of a job. */
const pressOf =
  (button: string, job: string): Step =>
  (text) => {
    const { ref } = buttonsOf(text, job)[buttons.indexOf(button)] ?? {}
    return ref === undefined ? undefined : ['press', { ref }]
  }

const confirm = press('button', 'Confirm', '[alertdialog')
const clean = 'api/queues/mail/clean/failed'

/** Removes a job as somebody else does, and waits until the page shows it. */
async function remove(job: string, { elsewhere, user }: ForeignVisit): Promise<void> {
  await elsewhere(`api/queues/mail/${job}/clean`, { method: 'PUT' })
  await expect.element(user.getByRole('link', { name: job })).not.toBeInTheDocument()
}

/** Returns what a visit was asked to change, as method and path. */
const changesOf = async ({ asked }: ForeignVisit): Promise<string[]> =>
  (await asked()).map(({ method, path }) => `${method} ${path}`)

describe('page tools in the page of queues, Bull Board, as it is shipped', () => {
  it('R109 find a job that has failed, read its data, and retry it alone', async () => {
    const board = await visit('bull-board')
    const { answers, questions, sent } = await board.act([
      ...toFailed,
      once('invoice@example.com', pressOf('retry', 'invoice-1')),
      once('retry this job', confirm),
      once('FAILED 2', () => 'Done.'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(questions).toHaveLength(2)
    expect(questions.at(-1)).toBe('Press “Confirm”?')
    expect(await changesOf(board)).toEqual(['PUT api/queues/mail/invoice-1/retry'])
    expect(sent).toContain('Error: reminder')
  })

  it('R109 clean nothing before the user has said yes', async () => {
    const board = await visit('bull-board')
    const before: unknown[] = []
    const deciding = (isAllowed: boolean) => ({
      async decide(question: string) {
        before.push(await board.asked())
        return isAllowed || !question.includes('Confirm')
      },
    })
    const denied = await board.act(
      [...toFailed, press('button', 'Clean all'), once('clean all failed jobs', confirm)],
      deciding(false),
    )
    expect(denied.answers.map(({ status }) => status).slice(-2)).toEqual(['ok', 'denied'])
    expect(await changesOf(board)).toEqual([])
    await board.act([confirm, once('[current: page]', () => 'Done.')], deciding(true))
    expect(before).toEqual([[], [], []])
    expect(await changesOf(board)).toEqual([`PUT ${clean}`])
  })

  it('R109 send nothing of what the application keeps to itself', async () => {
    const { act, user } = await visit('bull-board')
    await act(toFailed)
    await expect.element(user.getByText('"invoice@example.com"')).toBeVisible()
    const readWith = (hide?: string) =>
      act([once('reminder-1', () => 'Done.')], { options: { hide } }).then(({ sent }) => sent)
    expect(await readWith()).toContain('invoice@example.com')
    expect(await readWith('[role=tree]')).not.toContain('invoice@example.com')
  })

  it('R109 press nothing of a job that is gone, and no other one in its place', async () => {
    /** Has the agent read the page, and retry “invoice-1” once a job is gone. */
    const retryWithout = async (gone: string, ...then: Step[]) => {
      const board = await visit('bull-board')
      const retry: Step = async (text) => {
        const said = await pressOf('retry', 'invoice-1')(text)
        if (said) await remove(gone, board)
        return said
      }
      const { answers, questions } = await board.act([...toFailed, retry, ...then])
      return {
        statuses: answers.map(({ status }) => status),
        questions,
        changes: await changesOf(board),
      }
    }
    const moved = await retryWithout('welcome-1', confirm)
    expect(moved.changes).toEqual([
      'PUT api/queues/mail/welcome-1/clean',
      'PUT api/queues/mail/invoice-1/retry',
    ])
    const gone = await retryWithout('invoice-1')
    expect(gone.statuses.at(-1)).toBe('stale')
    expect(gone.questions).toEqual([])
    expect(gone.changes).toEqual(['PUT api/queues/mail/invoice-1/clean'])
  })

  // Of what is expected to fail, only the last line may fail.
  it.fails('say what buttons with an icon alone are for: they have no name', async () => {
    const { act } = await visit('bull-board')
    let text = ''
    await act([...toFailed, (page) => ((text = page), 'Done.')]).catch(() => undefined)
    expect(buttonsOf(text, 'invoice-1').map(({ name }) => name)).not.toContain('')
  })

  it('R109 take no style sheet of a drawing for a name', async () => {
    const { act } = await visit('bull-board')
    const sent = await act([once('mail', () => 'Done.')]).then(
      (done) => done.sent,
      () => '',
    )
    expect(sent).not.toContain('{fill:')
  })

  it('R109 say in which job a button is', async () => {
    const { act } = await visit('bull-board')
    const said = await act([...toFailed, pressOf('retry', 'invoice-1')]).then(
      ({ answers }) => answers.at(-1)?.content,
      () => 'invoice',
    )
    expect(said).toContain('invoice')
  })
})

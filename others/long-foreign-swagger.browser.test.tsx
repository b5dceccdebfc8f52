import { describe, expect, it } from 'vitest'
import { fill, once, press, refOf, type Step, visit } from './foreign/foreign-visit.ts'

const find = 'GET /orders/{id} Find an order'
const removal = 'DELETE /orders/{id} Delete an order'
const add = 'POST /orders Add an order'
const key = 'hunter2-hunter2'

/** Opens an operation, and makes its fields usable. */
const trying = (operation: string): Step[] => [
  press('button', operation),
  press('button', 'Try it out'),
]

/** Ends once the application has shown the answer of the server. */
const read = once('Server response', () => 'Done.')

/** Presses “Execute” once the user has done something since it was read. */
const executeAfter =
  (act: () => Promise<void>): Step =>
  async (text) => {
    const ref = refOf(text, 'button', 'Execute')
    if (ref === undefined) return undefined
    await act()
    return ['press', { ref }]
  }

describe('page tools in the page of an interface, Swagger UI, as it is shipped', () => {
  it('R109 open an operation, fill its fields, execute it, and read the answer', async () => {
    const { act, asked } = await visit('swagger')
    const order = { item: 'lamp', count: 2 }
    const { answers, questions, sent } = await act([
      ...trying(add),
      fill('In blue')('textbox', 'note'),
      fill(JSON.stringify(order))('textbox', '', 'Request body'),
      press('button', 'Execute'),
      read,
    ])
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(questions).toEqual(['Press “Try it out”?', 'Press “Execute”?'])
    expect(sent).toContain('Response body')
    const [request, ...others] = await asked('api')
    expect(others).toEqual([])
    expect(request).toMatchObject({ method: 'POST', path: 'api/orders?note=In%20blue' })
    expect(JSON.parse(request?.body ?? '')).toEqual(order)
  })

  it('R109 delete nothing before the user has said yes', async () => {
    const { act, asked } = await visit('swagger')
    await act([...trying(removal), fill('7')('textbox', 'id')])
    const before: unknown[] = []
    const execute = (isAllowed: boolean, ...then: Step[]) =>
      act([press('button', 'Execute'), ...then], {
        async decide() {
          before.push(await asked('api'))
          return isAllowed
        },
      })
    const denied = await execute(false)
    expect(denied.answers.map(({ status }) => status)).toEqual(['denied'])
    expect(await asked('api')).toEqual([])
    await execute(true, read)
    expect(before).toEqual([[], []])
    expect(await asked('api')).toEqual([{ method: 'DELETE', path: 'api/orders/7', body: '' }])
  })

  /** Lets the user give the application a key, and has the agent read the dialog around it. */
  async function authorize() {
    const visited = await visit('swagger')
    const { act, user } = visited
    const opened = await act([
      press('button', 'Authorize'),
      once('Available authorizations', () => 'Done.'),
    ])
    await user.getByLabelText('Value:').first().fill(key)
    const filled = await act([
      press('button', 'Apply credentials'),
      once('******', press('button', 'Close')),
      once('authorization button locked', () => 'Done.'),
    ])
    return { ...visited, all: [opened, filled] }
  }

  it('R109 send no key that the user types in', async () => {
    const { all } = await authorize()
    expect(all.map(({ sent }) => sent.includes('only the user fills in'))).toEqual([true, true])
    for (const { sent } of all) expect(sent).not.toContain(key)
  })

  // Of what is expected to fail, only the last line may fail.
  it('R109 send no key that the page repeats, such as in a command', async () => {
    const sent = await authorize()
      .then(({ act }) =>
        act([...trying(find), fill('7')('textbox', 'id'), press('button', 'Execute'), read]),
      )
      .then(
        (done) => done.sent,
        () => '',
      )
    expect(sent).not.toContain(key)
  })

  it('R109 send no token of a field that is called bearer', async () => {
    const { act, user } = await visit('swagger')
    const sent = await act([
      press('button', 'Authorize'),
      once('Available authorizations', () => 'Done.'),
    ])
      .then(() => user.getByLabelText('auth-bearer-value').fill(key))
      .then(() => act([() => 'Done.']))
      .then(
        (done) => done.sent,
        () => '',
      )
    expect(sent).not.toContain(key)
  })

  it('R109 press no other button once the operation that was read is gone', async () => {
    const { act, user, asked } = await visit('swagger')
    const { answers } = await act([
      ...trying(removal),
      fill('7')('textbox', 'id'),
      executeAfter(async () => {
        await user.getByRole('button', { name: 'Cancel' }).click()
        await user.getByRole('button', { name: removal }).click()
        await user.getByRole('button', { name: find }).click()
        await user.getByRole('button', { name: 'Try it out' }).click()
        await user.getByPlaceholder('id').fill('8')
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'stale'])
    expect(await asked('api')).toEqual([])
  })

  it('R109 press nothing once the user has changed a field beside it', async () => {
    const { act, user, asked } = await visit('swagger')
    await act([
      ...trying(removal),
      fill('7')('textbox', 'id'),
      executeAfter(async () => {
        await user.getByPlaceholder('id').fill('8')
        await user.getByText('The number of the order').click()
      }),
    ]).catch(() => undefined)
    const removed = (await asked('api')).map(({ path }) => path)
    expect(removed).not.toEqual(['api/orders/8'])
  })
})

import { expect, test } from './support/back-office.ts'

test.describe('a message that waits for its turn', () => {
  test('is back in the field after a reload, and is not sent by itself', async ({
    page,
    assistant,
    office,
  }) => {
    const never = new Promise<{ content: string }>(() => undefined)
    office.models.script([
      () => never,
      { content: 'The first is done.' },
      { content: 'So is this.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Count the orders')
    await expect(assistant.stop).toBeVisible()
    await assistant.say('Then count the customers')
    const queue = assistant.dialog.getByRole('list', { name: 'Waiting for its turn' })
    await expect(queue.getByText('Then count the customers')).toBeVisible()
    const waiting = (): Promise<number> =>
      page.evaluate(async () => {
        const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result))
            request.addEventListener('error', () => reject(new Error('No database')))
          })
        let found = 0
        for (const { name = '' } of await indexedDB.databases()) {
          const database = await resultOf(indexedDB.open(name))
          const store = database.transaction('sessions').objectStore('sessions')
          const rows = (await resultOf(store.getAll())) as { waiting?: unknown }[]
          found += rows.filter((row) => row.waiting).length
          database.close()
        }
        return found
      })
    await expect.poll(waiting).toBe(1)

    await page.reload()
    await assistant.open()
    await expect(assistant.dialog.getByText('The first is done.')).toBeVisible()
    await expect(assistant.field).toHaveValue('Then count the customers')
    await expect(assistant.said('You')).toHaveCount(1)
    // It stays stored until it is sent.
    expect(await waiting()).toBe(1)

    await assistant.field.press('Enter')
    await expect(assistant.dialog.getByText('So is this.')).toBeVisible()
    await expect.poll(waiting).toBe(0)
    await expect(assistant.field).toHaveValue('')
  })
})

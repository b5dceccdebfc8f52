import { BrowserRecord } from './support/browser-record.ts'
import { expectClosedHistory } from './support/closed-history.ts'
import { callTool } from './support/model-server.ts'
import { providerNames } from './support/provider-host.ts'
import { expect, test } from './support/story.ts'

for (const provider of providerNames) {
  test.describe(`through the proxy to a server that speaks as ${provider} does`, () => {
    test('three calls change the board, and the key stays on the server', async ({
      page,
      assistant,
      board,
      hosts,
    }) => {
      const { demo, models, key, wire, url } = await hosts.of(provider)
      models.script([
        callTool('add_task', { title: 'Order the cake', column: 'doing' }),
        // The id is in the result of the first call.
        ({ messages }) =>
          callTool('select_task', { id: /"id":"(t6)"/.exec(textOf(messages))?.[1] }),
        callTool('delete_task'),
        { content: 'The cake is **off** the board again.' },
      ])
      const record = new BrowserRecord(page)
      await page.goto(url)
      await assistant.open()
      await expect(assistant.notice).toHaveCount(0)
      await assistant.say('Put a cake on the board and take it off again')

      await expect(assistant.status).toHaveText('Done')
      await assistant.expectCards([
        ['Add task', 'Done'],
        ['Select task', 'Done'],
        ['Delete task', 'Done'],
      ])
      await expect(assistant.dialog.getByText('The cake is off the board again.')).toBeVisible()
      await expect(board.count).toHaveText('5 of 5 tasks')

      const offered = models.requests.map(({ tools }) => tools?.map((tool) => tool.function.name))
      const rest = ['add_task', 'filter_tasks', 'move_task', 'select_task']
      const all = ['add_task', 'delete_task', ...rest.slice(1)]
      expect(offered.map((names) => names?.toSorted())).toEqual([rest, rest, all, rest])
      const isOff = models.requests.map(({ messages }) =>
        JSON.stringify(messages).includes('delete_task: Select a task first'),
      )
      expect(isOff).toEqual([true, true, false, true])
      expectClosedHistory(models.requests.at(-1), 3)

      // Each request held the key, or the server would have refused the request.
      expect(models.journal).toHaveLength(4)
      for (const { path, headers, response } of models.journal) {
        expect(path).toBe(wire.path)
        expect(headers[wire.keyHeader]).toBe('[REDACTED]')
        expect(response.status).toBe(200)
      }
      const seen = await record.text()
      expect(seen).toContain('/api/agent/model')
      expect(seen).toContain('Put a cake on the board')
      expect(seen).toContain('createProxyModel')
      for (const secret of [key, btoa(key), models.url]) {
        expect(seen.includes(secret), 'the browser saw a secret of the server').toBe(false)
        expect(demo.output().includes(secret), 'the server printed a secret').toBe(false)
      }
    })
  })
}

test('the server that stands in for a provider refuses who does not hold the key', async ({
  hosts,
}) => {
  const { models, wire } = await hosts.of('openai')
  const headers = { authorization: 'Bearer sk-other', 'content-type': 'application/json' }
  const response = await fetch(models.url + wire.path, { method: 'POST', headers, body: '{}' })
  expect(response.status).toBe(401)
})

const textOf = (messages: readonly unknown[]): string =>
  JSON.stringify(messages).replaceAll('\\"', '"')

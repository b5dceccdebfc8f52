import { expect, test } from './support/story.ts'

test.describe('a model that the proxy does not allow', () => {
  test('is refused with a 4xx code, and the widget says so, with the reason behind “Details”', async ({
    page,
    assistant,
    hosts,
  }) => {
    const { demo, models } = await hosts.of('openai')
    await page.goto(`${demo.url}?model=openai/gpt-nonsense`)
    await assistant.open()
    const answer = page.waitForResponse('**/api/agent/model')
    await assistant.say('Hello')
    const response = await answer
    expect(response.status()).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_allowed' } })
    await expect(assistant.error).toContainText('Those who run this page can mend it')
    await assistant.error.getByText('Details', { exact: true }).click()
    await expect(assistant.error).toContainText('not one of those the proxy allows')
    await expect(assistant.status).toContainText('Something went wrong')
    await expect(assistant.said('You')).toHaveText('Hello')
    expect(models.requests).toHaveLength(0)
  })
})

test.describe('a server without a key', () => {
  test('gives the demo model, and the widget says that it is none', async ({ page, assistant }) => {
    await page.goto('/')
    await assistant.open()
    await expect(assistant.notice).toHaveText('Rule-based demo, not a language model')
  })

  test('refuses a model that was asked for by name', async ({ page, assistant }) => {
    await page.goto('/?model=openai/gpt-5')
    await assistant.open()
    const answer = page.waitForResponse('**/api/agent/model')
    await assistant.say('Hello')
    expect((await answer).status()).toBe(503)
    await expect(assistant.error).toContainText('Those who run this page can mend it')
    await assistant.error.getByText('Details', { exact: true }).click()
    await expect(assistant.error).toContainText('key')
  })

  test('refuses a model that nobody allows, with a 4xx all the same', async ({
    page,
    assistant,
  }) => {
    await page.goto('/?model=openai/gpt-nonsense')
    await assistant.open()
    const answer = page.waitForResponse('**/api/agent/model')
    await assistant.say('Hello')
    expect((await answer).status()).toBe(403)
    await expect(assistant.error).toContainText('Those who run this page can mend it')
    await assistant.error.getByText('Details', { exact: true }).click()
    await expect(assistant.error).toContainText('not one of those the proxy allows')
  })
})

test.describe('a proxy that cannot be reached', () => {
  test('is an error with Retry, which goes on from what was said', async ({
    page,
    assistant,
    hosts,
  }) => {
    const { models, url } = await hosts.of('openai')
    models.script([{ content: 'Here I am.' }])
    await page.route('**/api/agent/model', (route) => route.abort('connectionrefused'))
    await page.goto(url)
    await assistant.open()
    await assistant.say('Are you there?')
    await expect(assistant.error).toContainText('could not be reached')
    await expect(assistant.said('You')).toHaveText('Are you there?')
    expect(models.requests).toHaveLength(0)

    await page.unroute('**/api/agent/model')
    await assistant.error.getByRole('button', { name: 'Retry' }).click()
    await expect(assistant.said('Assistant')).toHaveText('Here I am.')
    await expect(assistant.error).toHaveCount(0)
    await expect(assistant.said('You')).toHaveCount(1)
    await expect(assistant.field).toBeFocused()
  })
})

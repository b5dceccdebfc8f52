import { createOpenAI } from '@ai-sdk/openai'
import { createAgent, Tool } from '@ambit/core'
import { record } from '@ambit/devtools/record'
import { LLMock } from '@copilotkit/aimock'
import { afterEach, expect, it } from 'vitest'
import { call, calls } from '../reply.ts'
import { scriptedModel } from '../scripted-model.ts'
import { toAimock } from './index.ts'

const server = new LLMock({ port: 0 })
afterEach(() => server.stop())

const createApp = (model: Parameters<typeof createAgent>[0]['model']) =>
  createAgent({
    model,
    tools: [new Tool({ name: 'pay', description: 'Pay.', handler: () => 'paid' })],
  })

/** Says the same as the person of the recording. */
async function talk(agent: ReturnType<typeof createApp>): Promise<readonly unknown[]> {
  await agent.chat('pay')
  await agent.chat('thanks')
  const id = agent.history.messages.findLast(({ role }) => role === 'user')?.id ?? ''
  await agent.history.edit(id, 'thank you')
  return agent.history.all.map((message) => ('content' in message ? message.content : ''))
}

it('21 makes fixtures with which aimock answers as the model did', async () => {
  const replies = [calls(call('pay')), 'Paid.', 'Bye.', 'You are welcome.']
  const recorded = createApp(scriptedModel(replies))
  const recorder = record(recorded)
  const was = await talk(recorded)
  const fixtures = toAimock(recorder.recording)

  for (const { match, response } of fixtures.fixtures) server.on(match, response as never)
  const baseURL = `${await server.start()}/v1`
  const model = createOpenAI({ baseURL, apiKey: 'none' }).chat('gpt-4.1')
  expect(await talk(createApp(model))).toEqual(was)
})

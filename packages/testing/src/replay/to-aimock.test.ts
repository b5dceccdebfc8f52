import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createOpenAI } from '@ai-sdk/openai'
import { createAgent, Tool } from '@ambit/core'
import { record, type Recording } from '@ambit/devtools/record'
import { LLMock } from '@copilotkit/aimock'
import { afterEach, expect, it } from 'vitest'
import { call, calls } from '../reply.ts'
import { scriptedModel } from '../scripted-model.ts'
import { toAimock } from './index.ts'

let server = new LLMock({ port: 0 })
afterEach(async () => {
  await server.stop()
  server = new LLMock({ port: 0 })
})

const createApp = (model: Parameters<typeof createAgent>[0]['model']) =>
  createAgent({
    model,
    tools: [new Tool({ name: 'pay', description: 'Pay.', handler: () => 'paid' })],
  })

/** Says the same as the user of the recording. */
async function talk(agent: ReturnType<typeof createApp>): Promise<readonly unknown[]> {
  await agent.chat('pay')
  await agent.chat('thanks')
  const id = agent.history.messages.findLast(({ role }) => role === 'user')?.id ?? ''
  await agent.chat('thank you', { replaces: id })
  return agent.history.all.map((message) => ('content' in message ? message.content : ''))
}

/** Serves the fixtures of a recording. Returns a model that asks them. */
async function serve(recording: Recording): Promise<LanguageModelV4> {
  const { fixtures } = toAimock(recording)
  for (const { match, response } of fixtures) server.on(match, response as never)
  const baseURL = `${await server.start()}/v1`
  return createOpenAI({ baseURL, apiKey: 'none' }).chat('gpt-4.1')
}

it('21 makes fixtures with which aimock answers as the model did', async () => {
  const replies = [calls(call('pay')), 'Paid.', 'Bye.', 'You are welcome.']
  const recorded = createApp(scriptedModel(replies))
  const recorder = record(recorded)
  const was = await talk(recorded)
  const model = await serve(recorder.recording)
  expect(await talk(createApp(model))).toEqual(was)
})

it('finding 33: tells sessions, earlier messages and what was written again apart', async () => {
  const talkMore = async (agent: ReturnType<typeof createApp>): Promise<readonly string[]> => {
    const said = [await agent.chat('pay'), await agent.chat('thanks')]
    await agent.sessions.create()
    said.push(
      await agent.chat('hello'),
      await agent.resume({
        from: agent.history.messages.findLast(({ role }) => role === 'user')?.id,
      }),
    )
    said.push(await agent.chat('hello again'))
    return said.map(({ content }) => content)
  }
  const replies = [calls(call('pay')), 'Paid.', 'Bye.', 'Hi.', 'Good day.', 'Once more.']
  const recorded = createApp(scriptedModel(['Earlier.', ...replies]))
  await recorded.chat('before')
  const recorder = record(recorded)
  const was = await talkMore(recorded)
  const agent = createApp(await serve(recorder.recording))
  agent.history.load(recorder.recording.before ?? [])
  expect(await talkMore(agent)).toEqual(was)
})

import {
  encodeEvent,
  encodePart,
  endOfStream,
  localModelsPath,
  modelPath,
  modelsPath,
  type WirePart,
} from '@ambit/protocol'
import { Machine, withMachineModels } from '@ambit/local-models/machine'
import { scriptedModel } from '@ambit/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const notice = () => page.getByRole('note')
const button = (name: string) => notice().getByRole('button', { name, exact: true })
const qwen = { id: 'ollama/qwen3:8b', label: 'qwen3:8b (Ollama)' }
const none = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 }
const usage = { inputTokens: none, outputTokens: none }
const llama = { id: 'llama.cpp/a', label: 'a (llama.cpp)' }

/** Plays the development server: its list of models, and the answers of each. */
function serve(models: { id: string; label: string }[] | undefined) {
  const asked: string[] = []
  const served = { models, asked }
  const real = fetch
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    const path = String(url)
    if (!path.startsWith(localModelsPath)) return real(url, init)
    if (path.endsWith(modelsPath)) {
      return served.models ? Response.json({ models: served.models }) : new Response('<!doctype>')
    }
    expect(path).toBe(localModelsPath + modelPath)
    const { modelId } = JSON.parse(String(init?.body)) as { modelId: string }
    asked.push(modelId)
    const parts: WirePart[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: `I am ${modelId}.` },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
    ]
    const body = parts.map((part) => encodePart(part)).join('') + encodeEvent(endOfStream)
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return served
}

/** Gives the page a `LanguageModel`, which answers with one sentence. */
function giveBrowserModel(availability: string) {
  const kept = { availability, creates: 0 }
  vi.stubGlobal('LanguageModel', {
    availability: async () => kept.availability,
    async create() {
      kept.creates++
      if (kept.availability === 'broken') throw new Error('The disk is full.')
      kept.availability = 'available'
      return {
        contextWindow: 4096,
        promptStreaming: () =>
          new ReadableStream<string>({
            start(to) {
              to.enqueue('From the browser.')
              to.close()
            },
          }),
        destroy: () => undefined,
      }
    },
  })
  return kept
}

const open = () =>
  renderCopilot(
    [],
    { notice: 'Rule-based demo' },
    {
      model: withMachineModels(scriptedModel(['From the rules.']), Promise.resolve({ Machine })),
    },
  )

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('LanguageModel', undefined)
  return () => vi.unstubAllGlobals()
})

describe('the notice of the demo model', () => {
  it('stays as it is where the machine has no model', async () => {
    serve([])
    await open()
    await expect.element(notice()).toHaveTextContent('Rule-based demo')
    await expect.element(notice().getByRole('button')).not.toBeInTheDocument()
    await say('Hello')
    await expect.element(page.getByText('From the rules.')).toBeVisible()
  })

  it('stays as it is where no development server answers', async () => {
    serve(undefined)
    await open()
    await expect.element(notice()).toHaveTextContent('Rule-based demo')
  })

  it('uses a model after one press by keyboard, names it, and gives the rules back', async () => {
    const { asked } = serve([qwen])
    await open()
    await expect.element(button('Use qwen3:8b (Ollama)')).toBeVisible()
    button('Use qwen3:8b (Ollama)').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(notice()).toMatchTextContent('Answers come from qwen3:8b (Ollama)')
    await say('Hello')
    await expect.element(page.getByText('I am ollama/qwen3:8b.')).toBeVisible()
    expect(asked).toEqual([qwen.id])
    await button('Use the rules').click()
    await say('Hello again')
    await expect.element(page.getByText('From the rules.')).toBeVisible()
  })

  it('remembers the press', async () => {
    const { asked } = serve([llama, qwen])
    const first = await open()
    await notice().getByLabelText('Other models').selectOptions('qwen3:8b (Ollama)')
    await expect.element(notice()).toMatchTextContent('Answers come from qwen3:8b (Ollama)')
    await first.screen.unmount()
    await open()
    await expect.element(notice()).toMatchTextContent('Answers come from qwen3:8b (Ollama)')
    await say('Hello')
    await expect.element(page.getByText('I am ollama/qwen3:8b.')).toBeVisible()
    expect(asked).toEqual([qwen.id])
  })

  it('says that the server stopped, and sees it again when the page gets the focus', async () => {
    const served = serve([qwen])
    await open()
    await button('Use qwen3:8b (Ollama)').click()
    served.models = []
    window.dispatchEvent(new Event('focus'))
    await expect.element(notice()).toMatchTextContent('qwen3:8b (Ollama) does not run now')
    await expect.element(button('Use the rules')).toBeVisible()
    served.models = [qwen]
    window.dispatchEvent(new Event('focus'))
    await expect.element(notice()).toMatchTextContent('Answers come from qwen3:8b (Ollama)')
  })

  it('offers the browser’s own model, and downloads it with the press', async () => {
    serve(undefined)
    const kept = giveBrowserModel('downloadable')
    await open()
    await expect.element(button('Use the browser’s model')).toBeVisible()
    expect(kept.creates).toBe(0)
    await button('Use the browser’s model').click()
    await expect.element(notice()).toMatchTextContent('Answers come from the browser’s model')
    await say('Hello')
    await expect.element(page.getByText('From the browser.')).toBeVisible()
  })

  it('says why the browser’s model cannot be taken', async () => {
    serve(undefined)
    giveBrowserModel('broken')
    await open()
    await button('Use the browser’s model').click()
    await expect.element(notice()).toMatchTextContent('It could not be loaded')
    await expect.element(notice()).toMatchTextContent('Rule-based demo')
  })

  it('ignores what it did not keep itself', async () => {
    localStorage.setItem('ambit-machine-model', '{"id":7}')
    serve([])
    await open()
    await expect.element(notice()).toHaveTextContent('Rule-based demo')
  })

  it('is plain for any other model', async () => {
    const { asked } = serve([qwen])
    await renderCopilot(['Hi'], { notice: 'A fact' })
    await expect.element(notice()).toHaveTextContent('A fact')
    expect(asked).toEqual([])
  })
})

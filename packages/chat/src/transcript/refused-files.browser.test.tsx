import { type MediaPart, ModelError } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'
import { call, calls } from '@ambit/testing'

/** A picture with more detail than a drawing has. */
async function photo(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  for (let at = 0; at < 4000; at++) {
    context.fillStyle = `hsl(${at * 7}deg 60% ${at % 100}%)`
    context.fillRect((at * 7919) % width, (at * 104_729) % height, 90, 60)
  }
  const type = 'image/jpeg'
  return new File([await canvas.convertToBlob({ type, quality: 0.95 })], 'IMG_1234.jpg', { type })
}

const pick = async (...files: File[]): Promise<void> => {
  const picker = page.getByLabelText('Add files').elements()[1] as HTMLInputElement
  await userEvent.upload(picker, files)
}

async function send(text: string): Promise<void> {
  await userEvent.fill(field(), text)
  await userEvent.keyboard('{Enter}')
}

const refuse = (kind: string) => (): never => {
  throw new ModelError('Refused.', { kind, isRetryable: false, status: 400 })
}
const withFiles = { composer: { attachments: true } }
const notice = () => page.getByRole('group', { name: 'A file was not sent' })
const retry = () => page.getByRole('button', { name: 'Retry' })

describe('a file that is refused when it is picked', () => {
  it.each([
    ['photo.heic', 'image/heic', '\0\0\0\x18ftypheic\0\0\0\0', 'files of this kind cannot be sent'],
    ['empty.csv', 'text/csv', '', 'it is empty'],
    ['report.pdf', 'application/pdf', `%PDF-1.7${'x'.repeat(20_000_000)}`, 'larger than 10 MB'],
    ['photo.png', 'image/png', 'hello', 'files of this kind cannot be sent'],
  ])('%s: is named, and hello is answered', async (name, type, content, reason) => {
    const { model } = await renderCopilot(['Hello!'], withFiles)
    await pick(new File([content], name, { type }))
    await expect
      .element(page.getByText(new RegExp(`${name} was not added: .*${reason}`)))
      .toBeVisible()
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
    expect(JSON.stringify(model.requests[0]?.prompt)).not.toContain('"file"')
  })
})

describe('a file that is taken', () => {
  it('may be a photo of a phone, which is made smaller', async () => {
    const { model, agent } = await renderCopilot(['A cat.', 'Hello!'], withFiles)
    await pick(await photo(4032, 3024))
    // The message waits until the photo is ready.
    await send('What is this?')
    await expect.element(page.getByText('A cat.')).toBeVisible()
    const [, part] = agent.history.messages[0]?.content as MediaPart[]
    expect(part?.mediaType).toBe('image/jpeg')
    const sent = await (await fetch(`data:image/jpeg;base64,${part?.data}`)).blob()
    const { width, height } = await createImageBitmap(sent)
    expect([width, height]).toEqual([2048, 1536])
    expect(sent.size).toBeLessThanOrEqual(1_000_000)
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain(part?.data)
  })

  it('may be a table, which the model gets as text', async () => {
    const { model } = await renderCopilot(['Two columns.', 'Hello!'], withFiles)
    await pick(new File(['name;sum\nAda;12'], 'data.csv', { type: 'application/vnd.ms-excel' }))
    await send('Read this')
    await expect.element(page.getByText('Two columns.')).toBeVisible()
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('name;sum\\nAda;12')
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
  })
})

describe('a file that is refused on the way', () => {
  it.each([
    ['upstream_rejected', 'the assistant did not accept this'],
    ['body_too_large', 'too large for the assistant'],
  ])('%s: is named with its reason, and hello is answered', async (kind, reason) => {
    const { model } = await renderCopilot([refuse(kind), 'Hello!'], withFiles)
    await pick(await photo(300, 200))
    await send('What is this?')
    await expect.element(notice().getByText(new RegExp(`IMG_1234.jpg: .*${reason}`))).toBeVisible()
    await expect.element(page.getByText(/^Not sent to the assistant: IMG_1234.jpg$/)).toBeVisible()
    expect(retry().elements()).toHaveLength(0)
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('"file"')
  })

  it('is left out where the user goes on without it', async () => {
    await renderCopilot([refuse('upstream_rejected'), 'I see no picture.'], withFiles)
    await pick(await photo(300, 200))
    await send('What is this?')
    await page.getByRole('button', { name: 'Go on without it' }).click()
    await expect.element(page.getByText('I see no picture.')).toBeVisible()
  })

  it('is left out after a reload, too', async () => {
    const storage = memoryStorage()
    const first = await renderCopilot([refuse('upstream_rejected')], withFiles, { storage })
    await pick(await photo(300, 200))
    await send('What is this?')
    await expect.element(notice()).toBeVisible()
    const id = first.agent.sessions.current
    first.agent.sessions.close()
    await first.screen.unmount()
    const { agent } = await renderCopilot(['I see no picture.'], withFiles, { storage })
    await agent.sessions.open(id)
    await expect.element(notice().getByText(/IMG_1234.jpg: /)).toBeVisible()
    expect(notice().getByRole('button').elements()).toHaveLength(1)
    await page.getByRole('button', { name: 'Go on without it' }).click()
    await expect.element(page.getByText('I see no picture.')).toBeVisible()
    expect(notice().elements()).toHaveLength(0)
    await expect.element(page.getByText(/^Not sent to the assistant: IMG_1234.jpg$/)).toBeVisible()
  })

  it('is one that a model had: hello is answered, and nothing says that it was not sent', async () => {
    const replies = ['A cat.', refuse('upstream_rejected'), 'Hello!']
    const { model } = await renderCopilot(replies, withFiles)
    await pick(await photo(300, 200))
    await send('What is this?')
    await expect.element(page.getByText('A cat.')).toBeVisible()
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
    expect(model.requests).toHaveLength(3)
    expect(page.getByText(/^Not sent to the assistant: IMG_1234.jpg$/).elements()).toHaveLength(0)
    expect(notice().elements()).toHaveLength(0)
  })

  it('can be removed where its message is edited', async () => {
    const { model } = await renderCopilot([refuse('upstream_rejected'), 'Hi.'], withFiles)
    await pick(await photo(300, 200), new File(['a;b'], 'data.csv', { type: 'text/csv' }))
    await send('What is this?')
    await page.getByRole('button', { name: 'Edit message' }).click()
    await page.getByRole('button', { name: 'Remove IMG_1234.jpg' }).click()
    await userEvent.fill(page.getByRole('textbox', { name: 'Edit message' }), 'And this?')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Hi.')).toBeVisible()
    const said = model.requests[1]?.prompt[0]?.content
    expect(said).toMatchObject([{ text: 'And this?' }, { text: expect.stringContaining('a;b') }])
  })

  it('is a poisoned address in a result: hello is answered', async () => {
    const poisoned = tool('look', () => 1, {
      result: { untrusted: true, toModel: () => [{ type: 'image', data: 'https://[::1' }] },
    })
    await renderCopilot([calls(call('look')), 'Done.', 'Hello!'], {}, { tools: [poisoned] })
    await send('look')
    await expect.element(page.getByText('Done.')).toBeVisible()
    await send('hello')
    await expect.element(page.getByText('Hello!')).toBeVisible()
  })

  it('offers no Retry where the text itself is too long', async () => {
    await renderCopilot([refuse('body_too_large')])
    await send('long')
    await expect.element(page.getByRole('group', { name: 'Something went wrong' })).toBeVisible()
    expect(retry().elements()).toHaveLength(0)
  })
})

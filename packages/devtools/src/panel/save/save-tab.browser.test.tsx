import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderTab } from '../../../test/render-tab.tsx'
import { watchedAgent } from '../../../test/watched-agent.ts'
import { readRecording, writeRecording } from '../../record/index.ts'
import { SaveTab } from './save-tab.tsx'

/** Takes note of the files that the page saves. */
function savedFiles(): Map<string, string> {
  const files = new Map<string, string>()
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { href, download } = this
    files.set(download, '')
    void blobs
      .get(href)
      ?.text()
      .then((text) => files.set(download, text))
  })
  return files
}

function copiedTexts(): string[] {
  const texts: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    texts.push(text)
  })
  return texts
}

async function openSave() {
  const watched = watchedAgent([calls(call('beep')), 'Beeped.', 'Twice.', 'Thrice.'])
  const { agent } = watched
  await agent.chat('beep once')
  await agent.chat('beep twice')
  const page = await renderTab(SaveTab, { watched })
  return { agent, watched, page }
}

describe('SaveTab', () => {
  afterEach(() => vi.restoreAllMocks())

  it('15 copies as JSON and as a tree, and warns once of what it holds', async () => {
    const texts = copiedTexts()
    const { page } = await openSave()
    await page.getByRole('button', { name: 'Copy as text tree' }).click()
    await expect.poll(() => texts.length).toBe(1)
    expect(texts[0]).toMatch(
      /^helper \(2 runs\)\nchat "beep once" \(completed, 2 requests.*\)\n├─ beep \{\} \(ok, \d+ ms\)\n└─ Beeped\.\n/,
    )
    const status = page.getByRole('status')
    await expect.element(status).toMatchTextContent(/what the page showed/)
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    await expect.poll(() => texts.length).toBe(2)
    await expect.element(status).toHaveTextContent('Copied.')
    expect(readRecording(texts[1]).runs).toHaveLength(2)
  })

  it('makes a test and its recording in one press', async () => {
    const files = savedFiles()
    const { page } = await openSave()
    await page.getByRole('button', { name: 'Make a test' }).click()
    await expect
      .element(page.getByRole('region', { name: 'The test' }))
      .toMatchTextContent(/beep once, then beep twice/)
    await expect.poll(() => files.get('session.test.tsx')).toContain('play(recording, agent)')
    await vi.waitFor(() => {
      const { runs } = readRecording(files.get('session.recording.json'))
      expect(runs.map(({ kind }) => kind)).toEqual(['chat', 'chat'])
    })
  })

  it('saves from a run on, with the messages before it', async () => {
    const files = savedFiles()
    const { agent, page } = await openSave()
    await page.getByRole('combobox', { name: 'Runs' }).selectOptions('From chat "beep twice"')
    await page.getByRole('combobox', { name: 'The test compares' }).selectOptions('results')
    await page.getByRole('button', { name: 'Make a test' }).click()
    await vi.waitFor(() => {
      const { runs, before } = readRecording(files.get('session.recording.json'))
      expect(runs.map(({ input }) => input)).toEqual(['beep twice'])
      expect(before).toMatchObject(agent.history.messages.slice(0, 4).map(({ id }) => ({ id })))
      expect(files.get('session.test.tsx')).toContain('{ level: "results" }')
    })
  })

  it('writes nothing, and says where, if a text looks like a key', async () => {
    const files = savedFiles()
    const { page, watched } = await openSave()
    const { recording } = watched.recorder
    const [run] = recording.runs
    const runs = [{ ...run, content: 'sk-planted-0123456789abcdef' }]
    vi.spyOn(watched.recorder, 'recording', 'get').mockReturnValue({
      ...recording,
      runs,
    } as typeof recording)
    for (const name of ['Make a test', 'Download recording', 'Copy as JSON']) {
      await page.getByRole('button', { name }).click()
      await expect
        .element(page.getByRole('status'))
        .toMatchTextContent(/run 1 .*nothing was written/)
    }
    expect(files.size).toBe(0)
    await expect.element(page.getByRole('region', { name: 'The test' })).not.toBeInTheDocument()
  })

  it('opens a recording as a tree, and says what is wrong with a file', async () => {
    const { page, watched } = await openSave()
    const field = page.getByLabelText('Open a recording')
    const text = writeRecording(watched.recorder.recording)
    await userEvent.upload(field, new File([text], 'session.recording.json'))
    await expect
      .element(page.getByRole('region', { name: 'The recording' }))
      .toMatchTextContent(/beep once/)
    await userEvent.upload(field, new File([text.slice(0, 100)], 'cut.json'))
    await expect.element(page.getByRole('alert')).toMatchTextContent(/may have been cut/)
    await userEvent.upload(field, new File(['{"ambit":"recording","version":9}'], 'new.json'))
    await expect.element(page.getByRole('alert')).toMatchTextContent(/version 9/)
    await expect
      .element(page.getByRole('region', { name: 'The recording' }))
      .not.toBeInTheDocument()
  })
})

import { type ChosenModel, Scope } from '@ambit/core'
import {
  chooseModel,
  constrained,
  type TextEngine,
  type TextModel,
} from '@ambit/local-models/in-page'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const list = () => page.getByRole('group', { name: 'Models' })
const button = (name: string) => list().getByRole('button', { name, exact: true })
const row = (name: string) => list().getByRole('listitem').filter({ hasText: name })
const more = () => page.getByRole('button', { name: 'More' })

/** An engine that comes over a network: a test says what of it has come. */
function fakeEngine() {
  const kept = { isHere: false, isHalf: false, isLocked: false, aborts: 0, loads: 0, closes: 0 }
  let tell = (_loaded: number): void => undefined
  let end = Promise.withResolvers<TextEngine>()
  const engine: TextEngine = {
    async *generate() {
      yield 'From the page.'
    },
    close: () => void kept.closes++,
  }
  const model: TextModel = {
    modelId: 'small.gguf',
    find: async () => ({ status: kept.isHere ? 'available' : 'downloadable', bytes: 4e8 }),
    load({ signal, onProgress }) {
      kept.loads++
      if (kept.isHere) return Promise.resolve(engine)
      kept.isHalf = true
      tell = (loaded) => onProgress(loaded, 4e8)
      end = Promise.withResolvers<TextEngine>()
      signal.addEventListener('abort', () => {
        kept.aborts++
        kept.isHalf = false
        end.reject(signal.reason)
      })
      return end.promise
    },
    async remove() {
      if (kept.isLocked) throw new Error('The disk is locked.')
      kept.isHere = false
    },
  }
  return {
    kept,
    model: constrained(model),
    progress: (loaded: number) => tell(loaded),
    fail: (thrown: unknown) => end.reject(thrown),
    finish() {
      Object.assign(kept, { isHere: true, isHalf: false })
      end.resolve(engine)
    },
  }
}

const openByKeys = async (): Promise<void> => {
  more().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'New conversation' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Models' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list()).toHaveFocus()
}

/** Moves the focus to a button of the list, by Tab alone. */
async function tabTo(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  for (let stops = 0; stops < 8 && !button(name).element().matches(':focus'); stops++)
    await userEvent.tab()
  await expect.element(button(name)).toHaveFocus()
}

const show = (model: ChosenModel, meter = false) => renderCopilot([], { meter }, { model })

describe('the list of models', () => {
  it('is not in the menu of an agent with one model', async () => {
    await renderCopilot([])
    await more().click()
    await expect.element(page.getByRole('menuitem', { name: 'New conversation' })).toBeVisible()
    expect(page.getByRole('menuitem', { name: 'Models' }).elements()).toEqual([])
  })

  it('keeps the focus in the row when it was opened a second time', async () => {
    const small = fakeEngine()
    await show(chooseModel([{ model: small.model, label: 'On this device' }]))
    await openByKeys()
    await userEvent.keyboard('{Escape}')
    await openByKeys()
    for (const press of ['Download On this device', 'Cancel On this device']) {
      await tabTo(press)
      await userEvent.keyboard('{Enter}')
      await expect.element(row('On this device')).toHaveFocus()
      await expect.element(row('On this device')).toHaveAccessibleName('On this device')
    }
  })

  it('lets a user delete what is on the device and cannot be loaded, and says if that fails', async () => {
    const small = fakeEngine()
    await show(chooseModel([{ model: small.model, label: 'On this device' }]))
    await openByKeys()
    await button('Download On this device').click()
    await vi.waitFor(() => expect(small.kept.loads).toBe(1))
    small.fail(new Error('The file is damaged.'))
    await expect.element(row('On this device')).toMatchTextContent('It could not be loaded.')
    await expect.element(button('Download On this device')).toBeVisible()
    await button('Delete On this device').click()
    small.kept.isLocked = true
    await button('Delete On this device').click()
    await expect.element(row('On this device')).toMatchTextContent('It could not be deleted.')
    await expect.element(button('Delete On this device')).toBeVisible()
  })

  it('downloads, cancels, answers and deletes by keyboard, and nothing without a press', async () => {
    const small = fakeEngine()
    const server = scriptedModel(['From the server.', 'Again.'], { modelId: 'gpt' })
    const model = chooseModel([
      { model: small.model, label: 'On this device' },
      { model: server, label: 'Server' },
    ])
    await show(model, true)
    await openByKeys()
    await expect.element(row('On this device')).toMatchTextContent('Not on this device (400 MB)')
    await expect.element(row('Server')).toMatchTextContent('Answers now')
    await expect.element(row('Server')).toHaveAttribute('aria-current', 'true')
    await say('Hello')
    await expect.element(page.getByText('From the server.')).toBeVisible()
    expect(small.kept.loads).toBe(0)

    await openByKeys()
    await tabTo('Download On this device')
    await userEvent.keyboard('{Enter}')
    // The button is gone. The focus has not left the row, where nothing is pressed by mistake.
    await expect.element(row('On this device')).toHaveFocus()
    await vi.waitFor(() => expect(small.kept.loads).toBe(1))
    small.progress(1e8)
    const bar = list().getByRole('progressbar', { name: 'Download of On this device' })
    await expect.element(bar).toHaveAttribute('value', '25')
    await expect.element(row('On this device')).toMatchTextContent('Downloading: 25 % of 400 MB')
    await tabTo('Cancel On this device')
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Download On this device')).toBeVisible()
    expect(small.kept).toMatchObject({ aborts: 1, isHalf: false, isHere: false })
    await expect.element(bar).not.toBeInTheDocument()

    await tabTo('Download On this device')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(small.kept.loads).toBe(2))
    small.finish()
    await expect.element(row('On this device')).toMatchTextContent('Answers now')
    await expect.element(row('Server')).toMatchTextContent('Answers if those above cannot')
    await expect.element(page.getByText('On this device answers now')).toBeInTheDocument()
    await expect.element(page.getByText(/^On this device · /)).toBeVisible()
    await say('And now?')
    await expect.element(page.getByText('From the page.')).toBeVisible()

    await openByKeys()
    await tabTo('Delete On this device')
    await userEvent.keyboard('{Enter}')
    await tabTo('Keep On this device')
    await tabTo('Delete On this device')
    expect(small.kept.isHere).toBe(true)
    await userEvent.keyboard('{Enter}')
    await expect.element(row('Server')).toMatchTextContent('Answers now')
    await expect.element(page.getByText('Server answers now')).toBeInTheDocument()
    expect(small.kept).toMatchObject({ isHere: false, closes: 1 })
    await expect.element(row('On this device')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(list()).not.toBeInTheDocument()
    await expect.element(more()).toHaveFocus()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('says in words for people why a model does not answer, and no error’s own text', async () => {
    const broken = fakeEngine()
    const find = async () => ({ status: 'unavailable' as const, reason: 'It needs a GPU.' })
    const model = chooseModel([
      { model: broken.model, label: 'Broken' },
      { model: constrained({ modelId: 'gpu', find, load: () => new Promise(() => {}) }) },
      { model: scriptedModel([]), label: 'For many tools', when: ({ tools }) => tools > 50 },
      {
        model: scriptedModel([{ error: new Error('401 sk-secret') }]),
        label: 'Server',
      },
      { model: scriptedModel(['Last.']), label: 'Last' },
    ])
    await show(model)
    await openByKeys()
    await button('Download Broken').click()
    await vi.waitFor(() => expect(broken.kept.loads).toBe(1))
    broken.fail(new Error('GET https://models.test/?key=sk-secret'))
    await expect.element(row('Broken')).toMatchTextContent('It could not be loaded.')
    await expect.element(button('Download Broken')).toBeVisible()
    await say('Hello')
    await expect.element(page.getByText('Last.', { exact: true })).toBeVisible()
    await openByKeys()
    await expect.element(row('gpu')).toMatchTextContent('It needs a GPU.')
    await expect.element(row('For many tools')).toMatchTextContent('messages like the last one')
    await expect.element(row('Server')).toMatchTextContent('did not answer the last message')
    await expect.element(list().getByText('Answers now')).toBeVisible()
    expect(document.body.textContent).not.toContain('sk-secret')
    // What cannot be deleted has no button for that. A file that failed may be damaged.
    const deletes = list().getByRole('button', { name: /^Delete/ })
    await expect.element(deletes).toHaveAccessibleName('Delete Broken')
  })

  it('stays inside of a chat that fills a low box, where the last model is reached', async () => {
    const box = document.createElement('div')
    box.style.height = '320px'
    document.body.append(box)
    onTestFinished(() => box.remove())
    const choices = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((label) => ({
      model: fakeEngine().model,
      label: `Model ${label}`,
    }))
    const { screen } = await renderCopilot([], { form: 'inline' }, { model: chooseModel(choices) })
    box.append(screen.container)
    screen.container.style.height = '100%'
    await more().click()
    await page.getByRole('menuitem', { name: 'Models' }).click()
    await button('Download Model g').click()
    const { bottom } = list().element().getBoundingClientRect()
    const panel = document.querySelector('.ambit-panel')?.getBoundingClientRect()
    expect(bottom).toBeLessThan(panel?.bottom ?? 0)
  })

  it('has the application’s own words', async () => {
    const strings = {
      chat: { models: 'Modelle' },
      meter: { modelDownload: () => 'Nicht auf dem Gerät', downloadModel: 'Laden' },
    }
    await renderCopilot([], { strings }, { model: chooseModel([fakeEngine().model]) })
    await more().click()
    await page.getByRole('menuitem', { name: 'Modelle' }).click()
    const group = page.getByRole('group', { name: 'Modelle' })
    await expect.element(group.getByText('Nicht auf dem Gerät')).toBeVisible()
    await expect.element(group.getByRole('button', { name: 'Laden small.gguf' })).toBeVisible()
  })

  it('shows a model that finishes while its Cancel has the focus, and deletes nothing by that', async () => {
    const small = fakeEngine()
    await show(chooseModel([small.model, scriptedModel([])]))
    await openByKeys()
    await tabTo('Download small.gguf')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(small.kept.loads).toBe(1))
    await tabTo('Cancel small.gguf')
    small.finish()
    await expect.element(row('small.gguf')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(row('small.gguf')).toMatchTextContent('Answers now')
    expect(small.kept.isHere).toBe(true)
  })

  it('closes when something outside of it is pressed or has the focus, and when the chat closes', async () => {
    const box = document.createElement('button')
    box.textContent = 'Elsewhere'
    document.body.append(box)
    onTestFinished(() => box.remove())
    await show(chooseModel([fakeEngine().model]))
    for (const leave of [
      () => userEvent.click(box),
      () => userEvent.click(field()),
      () => userEvent.keyboard('{Tab}{Tab}{Tab}'),
    ]) {
      await openByKeys()
      await leave()
      await expect.element(list()).not.toBeInTheDocument()
    }
    await openByKeys()
    await page.getByRole('button', { name: 'Close assistant' }).first().click()
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await expect.element(more()).toBeVisible()
    await expect.element(list()).not.toBeInTheDocument()
  })

  it('tells the end of a download to screen readers, also while the list is closed', async () => {
    const first = fakeEngine()
    const second = fakeEngine()
    const model = chooseModel([
      { model: first.model, label: 'First' },
      { model: second.model, label: 'Second' },
      scriptedModel([]),
    ])
    await show(model)
    await openByKeys()
    await button('Download First').click()
    await button('Download Second').click()
    await vi.waitFor(() => expect([first.kept.loads, second.kept.loads]).toEqual([1, 1]))
    await userEvent.keyboard('{Escape}')
    await expect.element(list()).not.toBeInTheDocument()
    second.fail(new Error('sk-secret'))
    await expect.element(page.getByText('Second: It could not be loaded.')).toBeInTheDocument()
    first.finish()
    await expect.element(page.getByText('First answers now')).toBeInTheDocument()
    // The code of the second one is here now, and it is not asked.
    await openByKeys()
    await button('Download Second').click()
    await vi.waitFor(() => expect(second.kept.loads).toBe(2))
    await userEvent.keyboard('{Escape}')
    second.finish()
    const told = page.getByText('Second: Answers if those above cannot')
    await expect.element(told).toBeInTheDocument()
  })

  it('looks again what is on the device when it opens, and when the page gets the focus', async () => {
    const small = fakeEngine()
    await show(chooseModel([{ model: small.model, label: 'Small' }, scriptedModel([])]))
    await openByKeys()
    await expect.element(row('Small')).toMatchTextContent('Not on this device')
    // Another tab has downloaded it.
    small.kept.isHere = true
    window.dispatchEvent(new Event('focus'))
    await expect.element(row('Small')).toMatchTextContent('Answers now')
    await userEvent.keyboard('{Escape}')
    small.kept.isHere = false
    await openByKeys()
    await expect.element(row('Small')).toMatchTextContent('Not on this device')
  })

  it('names a model with an empty label by its id', async () => {
    await show(chooseModel([{ model: fakeEngine().model, label: ' ' }]))
    await openByKeys()
    await expect.element(row('small.gguf')).toHaveAccessibleName('small.gguf')
  })

  it('tells nothing of the last message of another conversation', async () => {
    const near = constrained({
      modelId: 'near',
      load: async () => ({
        async *generate() {
          yield 'Here.'
        },
      }),
    })
    const model = chooseModel([
      { model: scriptedModel(['From the server.']), label: 'Server' },
      { model: near, label: 'Near' },
    ])
    const { agent } = await show(model)
    const leave = agent.scopes.register(new Scope({ name: 'diary', local: true }))
    await say('Hello')
    await expect.element(page.getByText('Here.')).toBeVisible()
    await openByKeys()
    await expect.element(row('Server')).toMatchTextContent('must not leave the device')
    await expect.element(row('Near')).toMatchTextContent('Answers now')
    await userEvent.keyboard('{Escape}')
    leave()
    await agent.sessions.create()
    await openByKeys()
    await expect.element(row('Server')).toMatchTextContent('Answers now')
    await expect.element(row('Near')).toMatchTextContent('Answers if those above cannot')
  })
})

import { describe, expect, it } from 'vitest'
import { fill, once, open, press, refOf, type Step, visit } from './foreign/foreign-visit.ts'

const registry = '-/verdaccio/'
const password = 'correct horse'
/** Waits for the packages: what is done before they are there is lost. */
const onceLoaded = (step: Step): Step => once('left-pad', step)
const searching = (text: string): Step => onceLoaded(fill(text)('combobox', 'Search Packages'))
const ramda = 'ramda What ramda does 1.2.0 Remote'
/** Ends once the page has a user. */
const isLoggedIn = onceLoaded((text) => (text.includes('"Login"') ? undefined : 'Done.'))

describe('page tools in the page of a registry, Verdaccio, as it is shipped', () => {
  it('R109 search, open a package, and read its versions', async () => {
    const { act, asked } = await visit('verdaccio')
    const { answers, questions, sent } = await act([
      searching('ram'),
      press('option', ramda),
      once('Read me first.', press('tab', 'Versions')),
      once('Version History', () => 'Done.'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
    expect(questions).toEqual([])
    expect(sent).toContain('npm install ramda@1.2.0')
    const paths = (await asked(registry)).map(({ method, path }) => `${method} ${path}`)
    expect(paths.toSorted()).toEqual([
      `GET ${registry}data/package/readme/ramda`,
      `GET ${registry}data/packages`,
      `GET ${registry}data/search/ram`,
      `GET ${registry}data/sidebar/ramda`,
    ])
  })

  it('R109 send no login before the user has said yes, and never its password or its token', async () => {
    const { act, user, asked } = await visit('verdaccio')
    const opened = await act([onceLoaded(press('button', 'Login')), once('[dialog', () => 'Done.')])
    await user.getByRole('textbox', { name: /Username/ }).fill('ada')
    await user.getByLabelText(/Password/).fill(password)
    const login = [press('button', 'Login', '[form]')]
    const before: unknown[] = []
    const decide = (isAllowed: boolean) => async (): Promise<boolean> => {
      before.push(await asked())
      return isAllowed
    }
    const denied = await act(login, { decide: decide(false) })
    expect(await asked()).toEqual([])
    const allowed = await act(login, { decide: decide(true) })
    expect(before).toEqual([[], []])
    // The application loads its page anew, with the token.
    const after = await act([isLoggedIn])
    const all = [opened, denied, allowed, after]
    expect(all.map(({ questions }) => questions.join())).toEqual([
      'Press “Login”?',
      'Press “Login”?',
      'Press “Login”?',
      '',
    ])
    const [request, ...others] = await asked()
    expect(others).toEqual([])
    expect(request).toMatchObject({ method: 'POST', path: `${registry}sec/login` })
    expect(JSON.parse(request?.body ?? '')).toEqual({ username: 'ada', password })
    expect(localStorage.getItem('token')).toContain('registry-token')
    for (const { sent } of all) {
      expect(sent).not.toContain(password)
      expect(sent).not.toContain('registry-token')
    }
    expect(denied.sent).toContain('only the user fills in')
  })

  it('R109 press no other package if the list has changed since it was read', async () => {
    const { act, user, asked } = await visit('verdaccio')
    const { answers } = await act([
      searching('ram'),
      async (text) => {
        const ref = refOf(text, 'option', ramda)
        if (ref === undefined) return undefined
        await user.getByRole('combobox').fill('ramb')
        await expect.element(user.getByRole('option', { name: /^ramda/ })).not.toBeInTheDocument()
        return ['press', { ref }]
      },
      open('link', 'left-pad'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'stale', 'ok'])
    const opened = (await asked(`${registry}data/sidebar/`)).map(({ path }) => path)
    expect(opened).toEqual([`${registry}data/sidebar/left-pad`])
  })

  it('R109 download nothing once the page is that of another package', async () => {
    const { act, user } = await visit('verdaccio')
    const show = async (name: string): Promise<void> => {
      await user.getByRole('combobox').fill(name)
      await user.getByRole('option', { name: new RegExp(`^${name} `) }).click()
      await expect.element(user.getByRole('heading', { name }).first()).toBeVisible()
    }
    await expect.element(user.getByRole('link', { name: 'left-pad' })).toBeVisible()
    await show('rambda')
    await show('ramda')
    const { answers, questions } = await act([
      once('npm install ramda@', async (text) => {
        const ref = refOf(text, 'button', 'Download tarball')
        if (ref === undefined) return undefined
        await show('rambda')
        return ['press', { ref }]
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['stale'])
    // A press of the button, which is the same element, would have asked.
    expect(questions).toEqual([])
  })
})

import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseKeyDef } from '@vitest/browser'
import type { BrowserCommand } from 'vitest/node'
import type { ElementActions, ReachOptions, SentFile } from './element-actions.ts'
import type { EnginePage, PointerButton } from './engine-browser.ts'

declare module 'vitest/node' {
  interface BrowserCommandContext {
    enginePage: EnginePage
  }
}

interface Found {
  readonly selector: string
}

interface PressOptions extends ReachOptions {
  readonly button?: PointerButton
  readonly clickCount?: number
  readonly modifiers?: readonly string[]
}

interface Held {
  readonly unreleased?: readonly string[]
}

type Command<A extends unknown[]> = BrowserCommand<A>

type Actions = { [Name in keyof ElementActions]: Parameters<ElementActions[Name]> }

/** Runs an action in the frame of the tests. */
function inTests<Name extends keyof Actions>(page: EnginePage, name: Name, ...args: Actions[Name]) {
  type Result = Awaited<ReturnType<ElementActions[Name]>>
  return page.evaluate(
    (name: string, args: readonly unknown[]) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-vitest]')
      const actions = frame?.contentWindow?.elementActions as unknown as Record<
        string,
        (...args: readonly unknown[]) => unknown
      >
      return actions[name]?.(...args)
    },
    name as string,
    args as readonly unknown[],
  ) as Promise<Result>
}

async function press(page: EnginePage, { selector }: Found, options: PressOptions, count: number) {
  const { x, y } = await inTests(page, 'reach', selector, options)
  const modifiers = options.modifiers ?? []
  for (const key of modifiers) await page.keyDown(key)
  await page.click(x, y, { button: options.button ?? 'left', count })
  for (const key of modifiers) await page.keyUp(key)
}

/** Presses the keys of a text such as `a{Enter}` or `{Shift>}{Tab}{/Shift}`. */
async function typeKeys(
  page: EnginePage,
  text: string,
  held: Held,
): Promise<{ unreleased: string[] }> {
  const down = new Set(held.unreleased)
  for (const { keyDef, releasePrevious, releaseSelf, repeat } of parseKeyDef(text)) {
    const key = keyDef.key ?? 'Unidentified'
    if (down.delete(key)) await page.keyUp(key)
    if (releasePrevious) continue
    if (key === 'selectall') {
      await inTests(page, 'selectAll')
      continue
    }
    for (let times = 0; times < repeat; times += 1) await pressKey(page, key, releaseSelf)
    if (!releaseSelf) down.add(key)
  }
  return { unreleased: [...down] }
}

async function pressKey(page: EnginePage, key: string, isReleased: boolean): Promise<void> {
  if (key.length > 1 || key.charCodeAt(0) < 128) {
    await page.keyDown(key)
    if (isReleased) await page.keyUp(key)
  } else {
    await page.type(key)
  }
}

const click: Command<[Found, PressOptions?]> = ({ enginePage }, found, options = {}) =>
  press(enginePage, found, options, options.clickCount ?? 1)

const dblClick: Command<[Found, PressOptions?]> = ({ enginePage }, found, options = {}) =>
  press(enginePage, found, options, 2)

const tripleClick: Command<[Found, PressOptions?]> = ({ enginePage }, found, options = {}) =>
  press(enginePage, found, options, 3)

const hover: Command<[Found, ReachOptions?]> = async ({ enginePage }, found, options = {}) => {
  const { x, y } = await inTests(enginePage, 'reach', found.selector, options)
  await enginePage.move(x, y)
}

const wheel: Command<[Found, { delta: { x?: number; y?: number }; times?: number }]> = async (
  context,
  found,
  { delta, times = 1 },
) => {
  await hover(context, found)
  for (let nth = 0; nth < times; nth += 1) {
    await context.enginePage.wheel(delta.x ?? 0, delta.y ?? 0)
  }
}

const fill: Command<[Found, string, ReachOptions?]> = (
  { enginePage },
  { selector },
  text,
  options = {},
) => inTests(enginePage, 'fill', selector, text, options)

const clear: Command<[Found, ReachOptions?]> = ({ enginePage }, { selector }, options = {}) =>
  inTests(enginePage, 'fill', selector, '', options)

const type: Command<[Found, string, (ReachOptions & Held & { skipClick?: boolean })?]> = async (
  { enginePage },
  { selector },
  text,
  options = {},
) => {
  if (!options.skipClick) await inTests(enginePage, 'focus', selector, options)
  return typeKeys(enginePage, text, options)
}

const keyboard: Command<[string, Held]> = async ({ enginePage }, text, held) => {
  await inTests(enginePage, 'focusPage')
  return typeKeys(enginePage, text, held)
}

const tab: Command<[{ shift?: boolean }?]> = ({ enginePage }, { shift = false } = {}) =>
  enginePage.press(shift ? 'Shift+Tab' : 'Tab')

const cleanup: Command<[Held]> = async ({ enginePage }, { unreleased = [] }) => {
  for (const key of unreleased) await enginePage.keyUp(key)
}

const selectOptions: Command<[Found, (string | { element: Found })[], ReachOptions?]> = (
  { enginePage },
  { selector },
  wanted,
  options = {},
) => {
  const choices = wanted.map((choice) =>
    typeof choice === 'string' ? choice : { selector: choice.element.selector },
  )
  return inTests(enginePage, 'choose', selector, choices, options)
}

const upload: Command<[Found, (string | SentFile)[], ReachOptions?]> = async (
  { enginePage, project },
  { selector },
  files,
  options = {},
) => {
  const sent = files.map(async (file): Promise<SentFile> => {
    if (typeof file !== 'string') return file
    const bytes = await readFile(resolve(project.config.root, file))
    return { name: basename(file), mimeType: '', base64: bytes.toString('base64') }
  })
  await inTests(enginePage, 'chooseFiles', selector, await Promise.all(sent), options)
}

/** The commands by which vitest's `userEvent` and `page` give input, by the names that it calls. */
export const commands: Readonly<Record<string, Command<never>>> = {
  __vitest_cleanup: cleanup,
  __vitest_clear: clear,
  __vitest_click: click,
  __vitest_dblClick: dblClick,
  __vitest_fill: fill,
  __vitest_hover: hover,
  __vitest_keyboard: keyboard,
  __vitest_selectOptions: selectOptions,
  __vitest_tab: tab,
  __vitest_tripleClick: tripleClick,
  __vitest_type: type,
  __vitest_upload: upload,
  __vitest_wheel: wheel,
}

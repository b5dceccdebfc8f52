import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { Socket } from 'node:net'
import { env } from 'node:process'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import type { WebKit } from '../find-webkit.ts'
import { freePort } from '../free-port.ts'
import type { EngineBrowser, EngineOptions, EngineProfile } from './engine-browser.ts'
import { endWithProcess } from './end-with-process.ts'
import { startDisplay } from './start-display.ts'
import { WebKitPage, type Windows } from './webkit-page.ts'

/** Starts a WebKit on a display of its own. Each profile is a browser with a driver of its own. */
export async function launchWebKit(
  paths: WebKit,
  { proxyPort }: EngineOptions,
): Promise<EngineBrowser> {
  const display = await startDisplay(paths.display)
  const profiles = new Set<EngineProfile>()
  const start = async () => {
    const { profile, version } = await startProfile(paths, display.name, proxyPort, () =>
      profiles.delete(profile),
    )
    profiles.add(profile)
    return { profile, version }
  }
  // The driver says the version only when a browser has started. The first profile is that one.
  const first = await start()
  let unused: EngineProfile | undefined = first.profile
  const close = async () => {
    await Promise.all([...profiles].map((profile) => profile.close()))
    await display[Symbol.asyncDispose]()
  }
  return {
    engine: 'webkit',
    version: first.version,
    async newProfile() {
      const profile = unused ?? (await start()).profile
      unused = undefined
      return profile
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The time after which a driver counts as hung. It does now and then when it starts a browser. */
const hungMs = 60_000

/** The time that one command may take. A script and a load in a page have 120 seconds. */
const commandMs = 150_000

/** Starts a profile, and once more if the driver hangs. */
async function startProfile(
  ...args: Parameters<typeof tryToStart>
): Promise<{ profile: EngineProfile; version: string }> {
  return (await tryToStart(...args)) ?? (await tryToStart(...args)) ?? hung()
}

const hung = (): never => {
  throw new Error(`WebKit did not start within ${hungMs / 1000} seconds, twice.`)
}

async function tryToStart(
  paths: WebKit,
  display: string,
  proxyPort: number | undefined,
  ended: () => void,
): Promise<{ profile: EngineProfile; version: string } | undefined> {
  const port = await freePort()
  const server = spawn(paths.driver, [`--port=${port}`], {
    env: { ...env, DISPLAY: display },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithProcess(server)
  const exited = once(server, 'exit')
  const errors: string[] = []
  // The browser writes the consoles of its pages where the driver writes.
  collectErrors(server.stdout, errors)
  collectErrors(server.stderr, errors)
  await answers(`http://127.0.0.1:${port}/status`)
  const driver = await inTime(
    new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .usingHttpAgent(new AnswerInTime())
      .withCapabilities(capabilities(paths, proxyPort))
      .build(),
  )
  if (driver === undefined) {
    server.kill('SIGKILL')
    return undefined
  }
  await driver.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 })
  const version = String((await driver.getCapabilities()).getBrowserVersion())
  const close = async () => {
    ended()
    await inTime(driver.quit().catch(() => undefined))
    server.kill('SIGKILL')
    await exited
  }
  const profile = { errors, newPage: pagesIn(driver), close, [Symbol.asyncDispose]: close }
  return { profile, version }
}

const capabilities = (paths: WebKit, proxyPort: number | undefined): Capabilities =>
  new Capabilities({
    browserName: 'MiniBrowser',
    ...(proxyPort !== undefined && { proxy: proxyOf(proxyPort) }),
    'webkitgtk:browserOptions': {
      binary: paths.browser,
      args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
    },
  })

const proxyOf = (port: number) => ({
  proxyType: 'manual',
  httpProxy: `127.0.0.1:${port}`,
  sslProxy: `127.0.0.1:${port}`,
})

/** Returns a function that opens a window. A driver has one at its start. */
function pagesIn(driver: WebDriver): () => Promise<WebKitPage> {
  const windows: Windows = { driver, current: undefined, last: Promise.resolve() }
  let first: Promise<string> | undefined = driver.getWindowHandle()
  return async () => {
    const handle = first ?? openWindow(windows)
    first = undefined
    return new WebKitPage(windows, await handle)
  }
}

function openWindow(windows: Windows): Promise<string> {
  const opened = windows.last.then(async () => {
    await windows.driver.switchTo().newWindow('window')
    windows.current = await windows.driver.getWindowHandle()
    return windows.current
  })
  windows.last = opened.catch(() => undefined)
  return opened
}

function collectErrors(output: NodeJS.ReadableStream, errors: string[]): void {
  let rest = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (/\bCONSOLE (?:JS )?ERROR /.test(line)) errors.push(line)
  })
}

/** The connections to a driver, which hangs now and then. A command without an answer fails. */
class AnswerInTime extends Agent {
  override createConnection(
    ...args: Parameters<Agent['createConnection']>
  ): ReturnType<Agent['createConnection']> {
    const connection = super.createConnection(...args)
    if (connection instanceof Socket) {
      connection.setTimeout(commandMs, () => {
        const seconds = commandMs / 1000
        connection.destroy(new Error(`The driver of WebKit did not answer for ${seconds} seconds.`))
      })
    }
    return connection
  }
}

/** Waits for a command of a driver. Returns `undefined` when it hangs. */
async function inTime<T>(command: PromiseLike<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const limit = setTimeout(() => resolve(undefined), hungMs)
  return Promise.race([command, promise]).finally(() => clearTimeout(limit))
}

/** Waits until a server answers. */
async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return void (await fetch(url))
    } catch (error) {
      if (attempt === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

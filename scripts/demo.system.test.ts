import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env, execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'

const noKeys = {
  AMBIT_BASE_URL: '',
  AMBIT_LOCAL_MODELS: 'off',
  ANTHROPIC_API_KEY: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  OPENAI_API_KEY: '',
}

const apart = {
  BACK_OFFICE_DATA: 'memory',
  DATABASE_URL: '',
  AMBIT_DEMO_CACHE: resolve('.reports/demo-cache'),
}

/** Starts a demo and waits until it has printed everything. */
async function startDemo(keys: Record<string, string> = {}, ...args: string[]) {
  return started(['--conditions=ambit-source', 'scripts/demo.ts', ...args], keys)
}

/** Starts a demo in a folder by the arguments of `node`, and waits as `startDemo`. */
async function started(args: readonly string[], keys: Record<string, string>, cwd?: string) {
  const child = spawn(execPath, args, {
    cwd,
    env: { ...env, ...noKeys, ...apart, ...keys },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk
    if (said.includes('Ctrl-C')) break
  }
  const address = said.match(/http:\S+/)?.[0] ?? ''
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal)
    return exited
  }
  return { said, address, stop }
}

describe('demo', { timeout: 60_000 }, () => {
  it('takes the next port when its own is taken, and is gone after Ctrl-C', async () => {
    const other = createServer()
    onTestFinished(() => void other.close())
    // If another program listens there already, the port is just as taken.
    await new Promise((resolve) =>
      other.on('error', resolve).listen(5173, '127.0.0.1', () => resolve(undefined)),
    )

    const { address, stop } = await startDemo()
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(new URL(address).port).not.toBe('5173')
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Ambit · Back office</title>')
    expect(await stop()).toEqual([0, null])
    await expect(fetch(address)).rejects.toThrow()
  })

  it('says whether it found a key, and never the key', async () => {
    const without = await startDemo({}, 'start')
    expect(without.said).toContain('no key found')
    expect(await without.stop()).toEqual([0, null])

    const key = 'sk-a-key-of-this-test'
    const found = await startDemo({ OPENAI_API_KEY: key }, 'start')
    expect(found.said).toContain('OPENAI_API_KEY')
    expect(found.said).not.toContain('no key found')
    expect(found.said).not.toContain(key)
    expect(await found.stop()).toEqual([0, null])
  })

  it('installs what it needs alone, in a fresh clone', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'ambit-demo-'))
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
    const files = ['packages', 'examples', 'scripts', '*.json', '*.yaml', '*.mjs']
    const tracked = execFileSync('git', ['ls-files', '-z', ...files], { encoding: 'utf8' })
    for (const file of tracked.split('\0').filter(Boolean)) cpSync(file, join(clone, file))

    const command = 'scripts/installed.mjs start --conditions=ambit-source scripts/demo.ts start'
    const { address, stop } = await started(command.split(' '), {}, clone)
    expect(await (await fetch(address)).text()).toContain('Task board')
    expect(await stop('SIGTERM')).toEqual([0, null])
    const installed = readdirSync(join(clone, 'node_modules/.pnpm'))
    expect(installed.length).toBeLessThan(150)
    expect(installed.join()).not.toContain('vitest')
  })

  it('opens another example by its name, and says which there are', async () => {
    const start = await startDemo({}, 'start')
    expect(await (await fetch(start.address)).text()).toContain('Task board')
    await start.stop()

    const child = spawn(execPath, ['--conditions=ambit-source', 'scripts/demo.ts', 'nowhere'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = await text(child.stderr)
    expect(said).toContain(
      'There is no example "nowhere". There are: back-office, own-ui, plan, start, use-chat.',
    )
  })
})

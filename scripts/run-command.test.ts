import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { describe, expect, it } from 'vitest'
import { runCommand, runUnlessHung } from './run-command.ts'

const node = (script: string, silentMs?: number) =>
  runCommand(execPath, ['-e', script], {}, silentMs)

describe('runCommand', () => {
  it('tells the exit code and what was said', async () => {
    const finished = await node("console.log('out'); console.error('err'); process.exit(3)")
    expect(finished).toMatchObject({ code: 3, isHung: false })
    expect(finished.output).toContain('out')
    expect(finished.output).toContain('err')
  })

  it('does not wait for what the command leaves running', async () => {
    const forever =
      "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)'], { stdio: 'inherit' }).unref()"
    expect(await node(`${forever}; process.exit(0)`)).toMatchObject({ code: 0, isHung: false })
  })

  it('does not wait for a process outside of the group that holds the output open', async () => {
    const daemon =
      "require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 6e4)'], { stdio: 'inherit', detached: true }).unref()"
    expect(await node(`${daemon}; process.exit(0)`)).toMatchObject({ code: 0, isHung: false })
  })

  it('ends a command that says nothing for too long', async () => {
    expect(await node('setInterval(() => {}, 1e3)', 200)).toMatchObject({ code: 1, isHung: true })
  })

  it('tells what a command says as it comes', async () => {
    const said: string[] = []
    const heard = join(mkdtempSync(join(tmpdir(), 'said-')), 'heard')
    // It goes on once its first words were heard.
    const script = `console.log('a'); const t = setInterval(() => { if (require('node:fs').existsSync(${JSON.stringify(heard)})) { console.log('b'); clearInterval(t) } }, 20)`
    const { output } = await runCommand(execPath, ['-e', script], {}, undefined, (chunk) => {
      said.push(chunk)
      writeFileSync(heard, '')
    })
    expect(said.join('')).toBe(output)
    expect(output).toBe('a\nb\n')
  })

  it('lets a command go on that says something', async () => {
    const says =
      'let n = 0; const t = setInterval(() => { console.log(n); if (++n === 6) clearInterval(t) }, 500)'
    expect(await node(says, 2_000)).toMatchObject({ code: 0, isHung: false })
  })
})

describe('runUnlessHung', () => {
  it('says of a command that hangs twice that it hung', async () => {
    const finished = await runUnlessHung(execPath, ['-e', 'setInterval(() => {}, 1e3)'], {}, 200)
    expect(finished).toMatchObject({ code: 1, isHung: true })
    expect(finished.output).toContain('said nothing for')
  })
})

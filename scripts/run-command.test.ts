import { execPath } from 'node:process'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const node = (script: string, limitMs?: number) => runCommand(execPath, ['-e', script], {}, limitMs)

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

  it('ends a command that does not end by itself', async () => {
    expect(await node('setInterval(() => {}, 1e3)', 200)).toMatchObject({ code: 1, isHung: true })
  })
})

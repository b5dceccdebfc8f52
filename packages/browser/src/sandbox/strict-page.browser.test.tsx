import { AgentError } from '@ambit/core'
import { expect, describe, it } from 'vitest'
import { sandboxScriptHash } from './frame.ts'
import { blockedTo } from '../../test/blocked-to.ts'
import { failureOf, inSandbox } from '../../test/run-in-sandbox.ts'

/** Puts the page under one more policy. Policies only add up, so the order of the tests matters. */
function restrict(policy: string): void {
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  document.head.append(meta)
}

describe('the sandbox in a page with a strict Content-Security-Policy', () => {
  it('runs where the policy has its hash and blob workers, Trusted Types enforced', async () => {
    restrict(
      `script-src 'self' ${sandboxScriptHash}; worker-src blob:; frame-src 'none'; object-src 'none'; ` +
        `require-trusted-types-for 'script'; trusted-types ambit-sandbox`,
    )
    expect(await inSandbox('({ n }) => n + 1', {}, { args: { n: 1 } })).toBe(2)
    const evaluated = await failureOf(inSandbox(`() => eval('1')`))
    expect(evaluated.name).toBe('EvalError')
  })

  it('cannot be given more network than the page has', async () => {
    restrict("connect-src 'self'")
    const outside = `() => fetch('https://api.example.com', { mode: 'no-cors' })`
    const failure = await failureOf(inSandbox(outside, { allowNetwork: true }))
    expect(failure.message).toContain(blockedTo('https://api.example.com'))
  })

  it('says what is missing where the policy has no blob workers', async () => {
    restrict("worker-src 'self'")
    const failure = await failureOf(inSandbox('() => 1'))
    expect(AgentError.is(failure)).toBe(true)
    expect(failure.message).toContain('The sandbox did not start')
    expect(failure.message).toContain(sandboxScriptHash)
  })
})

import { BudgetExceededError, ModelError, TimeoutError } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { problemOf } from './problem-of.ts'
import { englishProblems } from './problem-strings.ts'

const limit = (budgetKey: string, of: number): Error =>
  new BudgetExceededError({ budgetKey, limit: of, spent: of, attempted: 1, unit: 'x' })

const model = (kind: string): Error =>
  new ModelError('secret of a class', { kind, isRetryable: false })

describe('problemOf', () => {
  it.each([
    [limit('iterations', 10), 'I stopped after 10 steps.'],
    [limit('calls', 1), 'I stopped after one action.'],
    [limit('time', 120_000), 'I stopped after 2 minutes.'],
    [limit('time', 30_000), 'I stopped after 30 seconds.'],
    [limit('identicalCalls', 3), 'I stopped, because I did the same thing 3 times over.'],
    [limit('tokens', 9), 'I stopped, because this took as much as one request may.'],
  ])('R80 tells of a limit as no failure, without its name', (error, title) => {
    expect(problemOf(error, englishProblems)).toEqual({ kind: 'limit', title, text: '' })
  })

  it.each([
    ['network', 'Check your connection'],
    ['upstream_rate_limited', 'Try again in a moment'],
    ['overloaded', 'too much to do'],
    ['too_many_streams', 'too much to do'],
    ['upstream_unreachable', "The model's server cannot be reached"],
    ['upstream_connect_timeout', "The model's server cannot be reached"],
    ['upstream_paused', 'failed to answer'],
    ['store_unavailable', 'failed to answer'],
    ['shutting_down', 'failed to answer'],
    ['upstream_idle_timeout', 'took too long'],
    ['stream_cut', 'broke off'],
    ['unauthorized', 'Sign in'],
    ['upstream_unauthorized', 'Those who run this page'],
    ['invalid_response', 'Those who run this page'],
    ['model_not_allowed', 'Those who run this page'],
    ['budget_exhausted', 'used up'],
    ['body_too_large', 'too long'],
    ['no_model', '“Models” in the menu'],
    ['upstream_error', 'failed to answer'],
    ['a_code_of_tomorrow', 'failed to answer'],
  ])('R80 says what a user can do about %s', (code, words) => {
    const { kind, text } = problemOf(model(code), englishProblems)
    expect(kind).toBe('failure')
    expect(text).toContain(words)
    expect(text).not.toContain('secret')
  })

  it('R80 says that the user, and not the assistant, did not decide in time', () => {
    const { text } = problemOf(new TimeoutError('The approval of "pay"', 300_000), englishProblems)
    expect(text).toBe('Nobody decided in time, so I stopped. Try again.')
  })

  it('R80 shows no text that was written for developers', () => {
    for (const error of [new TimeoutError('The "x"', 5), new TypeError('x is undefined')]) {
      expect(problemOf(error, englishProblems).text).not.toMatch(/x|ms|Error/)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

describe('the errors of a file', () => {
  it('are told by their codes, with the imports that this needs', () => {
    const { code, places } =
      change(`import { AgentBusyError, type Agent, ModelError } from '@ambit/core';
import { OutputSchemaError, repair } from '@ambit/core/answers'
import { StorageError, type StorageErrorCode } from '@ambit/core/storage'

export function wordOf(error: unknown): string {
  if (error instanceof AgentBusyError) return 'busy'
  if (!(failures[at(0)] instanceof OutputSchemaError)) return 'fits'
  return ModelError.isInstance(at(error)) ? 'model' : 'other'
}
const full = (kind: StorageErrorCode) => new StorageError(kind, 'Full.')
`)
    expect(code).toBe(`import { type Agent, AgentError } from '@ambit/core';
import { repair } from '@ambit/core/answers'
import { type StorageErrorKind, storageError } from '@ambit/core/storage'

export function wordOf(error: unknown): string {
  if (AgentError.is(error, 'busy')) return 'busy'
  if (!(AgentError.is(failures[at(0)], 'output'))) return 'fits'
  return AgentError.is(at(error), 'model') ? 'model' : 'other'
}
const full = (kind: StorageErrorKind) => storageError(kind, 'Full.')
`)
    expect(places).toEqual([])
  })

  it('keep the classes that stay', () => {
    const code = `import { AgentError, ToolDeniedError } from '@ambit/core'
if (error instanceof ToolDeniedError) throw new ToolDeniedError(error.tool, 'no')
if (AgentError.is(error)) throw error
`
    expect(change(code)).toEqual({ code, places: [] })
  })

  it('are imported from the main entry, where nothing of it was imported before', () => {
    const { code } = change(`import { GuardrailError } from '@ambit/core/answers'
import { useAgent } from '@ambit/react'

export const isRefused = (error: Error) => GuardrailError.isInstance(error)
`)
    expect(code).toBe(`import { AgentError } from '@ambit/core'
import { useAgent } from '@ambit/react'

export const isRefused = (error: Error) => AgentError.is(error, 'guardrail')
`)
  })

  it('have their finer word in the kind of a model’s error', () => {
    const { code } = change(`import { ModelError } from '@ambit/core'
const late = new ModelError('Late.', { code: 'late', isRetryable: true })
const other = (code: string) => new ModelError('No.', { code, isRetryable: false })
`)
    expect(code).toContain(`new ModelError('Late.', { kind: 'late', isRetryable: true })`)
    expect(code).toContain(`new ModelError('No.', { kind: code, isRetryable: false })`)
  })

  it('leave a class of another package alone', () => {
    const code = `import { LoadError } from './loading.ts'
if (error instanceof LoadError) throw new LoadError()
`
    expect(change(code)).toEqual({ code, places: [] })
  })

  it('are told of where a class that is gone is used in another way', () => {
    const { places } = change(`import { LoadError, type StorageError } from '@ambit/core'
class Own extends LoadError {}
const last: StorageError | undefined = undefined
`)
    expect(places).toEqual([
      '2: `LoadError` is the code `load` now',
      '3: `StorageError` is the code `storage` now',
    ])
  })
})

import {
  AgentError,
  BudgetExceededError,
  CancellationError,
  DisabledToolError,
  ModelError,
  TimeoutError,
  ToolDeniedError,
  ToolValidationError,
  UnknownToolError,
} from 'ambit'
import { GuardrailError } from 'ambit/plugins'
import { expect, it } from 'vitest'

it.each([
  BudgetExceededError,
  CancellationError,
  DisabledToolError,
  GuardrailError,
  ModelError,
  TimeoutError,
  ToolDeniedError,
  ToolValidationError,
  UnknownToolError,
])('the errors that earlier designs name have their class: %s', ({ prototype }) => {
  expect(prototype).toBeInstanceOf(AgentError)
})

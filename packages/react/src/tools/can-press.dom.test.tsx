import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { canPress } from './can-press.ts'

it('says what a user could press where nothing has a layout', () => {
  const { container } = render(
    <>
      <button>Go</button>
      <button disabled title="Wait for the check">
        Stop
      </button>
    </>,
  )
  const [go = null, stop = null] = container.querySelectorAll('button')
  expect(canPress(go)).toBe(true)
  expect(canPress(stop)).toMatchObject({ reason: 'Wait for the check' })
})

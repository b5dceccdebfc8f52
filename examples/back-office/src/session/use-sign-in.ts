import { useActionState } from 'react'
import { ApiFailureError } from '../api/api-failure-error.ts'
import { signIn } from '../api/sign-in.ts'

/** What a form's action is to be, so that it signs in who its `email`, or the one given, and `password` say; and what was wrong. */
export function useSignIn(onDone: () => void, email?: string) {
  return useActionState(async (_: ApiFailureError | null, form: FormData) => {
    try {
      await signIn(email ?? textOf(form, 'email'), textOf(form, 'password'))
      onDone()
      return null
    } catch (error) {
      return ApiFailureError.of(error)
    }
  }, null)
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

import { type ReactElement, type ReactNode, useActionState, useState } from 'react'
import { ApiFailureError } from '../api/api-failure-error.ts'
import { signIn } from '../api/sign-in.ts'
import { Field } from '../parts/field.tsx'

/** Shows the sign-in. Asks for the password, and for the email if `email` is undefined. */
export function SignInForm(props: {
  email?: string | undefined
  onDone: () => void
  children?: ReactNode
}): ReactElement {
  const { email, onDone, children } = props
  const [failure, submit, isPending] = useSignIn(onDone, email)
  // A form is emptied after its action. The address stays, and only the password is written again.
  const [address, setAddress] = useState('')
  return (
    <form className="form" action={submit} noValidate>
      {email === undefined && (
        <Field label="Email" error={failure?.fields['email']}>
          <input
            name="email"
            type="email"
            autoComplete="username"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        </Field>
      )}
      <Field label="Password" error={failure?.fields['password']}>
        <input name="password" type="password" autoComplete="current-password" />
      </Field>
      {failure && Object.keys(failure.fields).length === 0 && <p role="alert">{failure.message}</p>}
      <div className="row">
        <button className="primary" disabled={isPending}>
          Sign in
        </button>
        {children}
      </div>
    </form>
  )
}

/**
 * Returns the action of a form that signs in, and its last failure. The form has the fields
 * `email`, unless `email` is given, and `password`.
 */
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

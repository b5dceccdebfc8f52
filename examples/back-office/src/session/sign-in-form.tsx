import type { ReactElement, ReactNode } from 'react'
import { Field } from '../parts/field.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Asks for a password, and with no `email` for that too. */
export function SignInForm(props: {
  email?: string | undefined
  onDone: () => void
  children?: ReactNode
}): ReactElement {
  const { email, onDone, children } = props
  const [failure, submit, isPending] = useSignIn(onDone, email)
  return (
    <form className="form" action={submit} noValidate>
      {email === undefined && (
        <Field label="Email" error={failure?.fields['email']}>
          <input name="email" type="email" autoComplete="username" />
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

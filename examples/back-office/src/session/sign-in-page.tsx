import type { ReactElement } from 'react'
import { Mark } from '../parts/mark.tsx'
import { SignInForm, useSignIn } from './sign-in-form.tsx'
import { people } from './switch-user.tsx'

export function SignInPage(): ReactElement {
  const comeIn = (): void => location.reload()
  return (
    <main className="alone">
      <div className="panel">
        <header className="brand">
          <Mark />
          <span>Roast &amp; Co.</span>
        </header>
        <h1>Come in as one of two people</h1>
        <DemoPeople onDone={comeIn} />
        <details>
          <summary>Sign in with a password</summary>
          <SignInForm onDone={comeIn} />
        </details>
      </div>
    </main>
  )
}

/** Shows the two people of the demo, each with a button that signs in. */
function DemoPeople({ onDone }: { onDone: () => void }): ReactElement {
  const [failure, submit, isPending] = useSignIn(onDone)
  return (
    <form className="form demo-people" action={submit}>
      <p className="quiet">
        This is a demo. An assistant beside the pages does what the user may do.
      </p>
      <input type="hidden" name="password" value="demo" />
      {Object.entries(people).map(([name, { email, may }]) => (
        <button key={email} name="email" value={email} disabled={isPending}>
          <b>{name}</b> <span>{may}</span>
        </button>
      ))}
      {failure && <p role="alert">{failure.message}</p>}
    </form>
  )
}

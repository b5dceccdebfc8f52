import type { ReactElement } from 'react'
import { Mark } from '../parts/mark.tsx'
import { SignInForm, useSignIn } from './sign-in-form.tsx'

export function SignInPage(): ReactElement {
  const comeIn = (): void => location.reload()
  return (
    <main className="alone">
      <div className="panel">
        <header className="brand">
          <Mark />
          <span>Roast &amp; Co.</span>
        </header>
        <h1>Sign in to the back office</h1>
        <SignInForm onDone={comeIn} />
        <DemoPeople onDone={comeIn} />
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
        This is a demo. Come in as one of these two; the password of both is <b>demo</b>.
      </p>
      <input type="hidden" name="password" value="demo" />
      <button name="email" value="mia@example.com" disabled={isPending}>
        <b>Mia</b> <span>mia@example.com, may change everything</span>
      </button>
      <button name="email" value="vic@example.com" disabled={isPending}>
        <b>Vic</b> <span>vic@example.com, may only look</span>
      </button>
      {failure && <p role="alert">{failure.message}</p>}
    </form>
  )
}

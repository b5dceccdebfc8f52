import type { ReactElement } from 'react'
import { SignInForm, useSignIn } from './sign-in-form.tsx'

export function SignInPage(): ReactElement {
  const comeIn = (): void => location.reload()
  return (
    <main className="alone">
      <div className="panel">
        <h1>Back office</h1>
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
        This is a demo: come in as one of these two. The password of both is <b>demo</b>.
      </p>
      <input type="hidden" name="password" value="demo" />
      <button name="email" value="mia@example.com" disabled={isPending}>
        <b>mia@example.com</b> manages
      </button>
      <button name="email" value="vic@example.com" disabled={isPending}>
        <b>vic@example.com</b> only looks
      </button>
      {failure && <p role="alert">{failure.message}</p>}
    </form>
  )
}

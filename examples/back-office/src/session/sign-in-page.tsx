import type { ReactElement } from 'react'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage(): ReactElement {
  return (
    <main className="alone">
      <div className="panel">
        <h1>Back office</h1>
        <SignInForm onDone={() => location.reload()} />
        <p className="quiet">
          For this demo: <b>mia@example.com</b> manages, <b>vic@example.com</b> only looks. The
          password of both is <b>demo</b>.
        </p>
      </div>
    </main>
  )
}

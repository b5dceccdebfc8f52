import type { ReactElement } from 'react'
import { DemoPeople } from './demo-people.tsx'
import { SignInForm } from './sign-in-form.tsx'

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

import 'ambit/chat/styles.css'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseModel } from './agent.ts'
import { readUser } from './api/sign-in.ts'
import { Failure } from './parts/failure.tsx'
import { SignInPage } from './session/sign-in-page.tsx'
import { signInAsAsked } from './session/switch-user.tsx'
import './styles/base.css'
import './styles/charts.css'
import './styles/layout.css'
import './styles/parts.css'
import { Workplace } from './workplace.tsx'

/**
 * Returns the first view: the pages if the user is signed in, else the sign-in. If the server
 * does not work, returns its failure.
 */
async function open(): Promise<ReactElement> {
  try {
    await signInAsAsked()
    const user = await readUser()
    if (!user) return <SignInPage />
    return <Workplace user={user} choice={await chooseModel()} />
  } catch (error) {
    return (
      <main className="alone">
        <Failure error={error} onRetry={() => location.reload()} />
      </main>
    )
  }
}

const root = document.getElementById('root')
// A chunk that is loaded meanwhile may import this one, so this one may not wait at its top level.
if (root) void open().then((view) => createRoot(root).render(<StrictMode>{view}</StrictMode>))

import { useAgent, useAgentEvent, useTool } from 'ambit/react'
import { useEffect, useRef } from 'react'
import * as z from 'zod'
import { signIn } from '../api/sign-in.ts'
import { openAnew } from './open-anew.ts'

/** The two people of the demo. The password of both is `demo`. */
export const people = {
  Mia: { email: 'mia@example.com', may: 'may change everything' },
  Vic: { email: 'vic@example.com', may: 'may only look' },
} as const
const person = z.object({ person: z.enum(['Mia', 'Vic']) })

const toSay = 'back-office-say'
const toSignIn = 'back-office-sign-in'

/** Lets a message wait for the user who signs in next, in this tab. */
const sayAfterSignIn = (message: string): void => sessionStorage.setItem(toSay, message)

/**
 * Signs in as the user that the page before has asked for. That page may still have stored what
 * the user before has said, which would have been refused under another name.
 */
export async function signInAsAsked(): Promise<void> {
  const email = sessionStorage.getItem(toSignIn)
  if (email === null) return
  sessionStorage.removeItem(toSignIn)
  await signIn(email, 'demo')
}

/**
 * Lets the agent sign in as the other user of the demo. The page is loaded anew when the answer
 * is there, and says `next` as that user.
 */
export function SwitchUser({ next }: { next: string | undefined }): null {
  const { agent } = useAgent()
  const isAsked = useRef(false)
  useTool({
    name: 'sign_in_as',
    description: 'Sign in as another user of this demo. Mia may change everything, Vic may look.',
    parameters: person,
    effect: 'write',
    handler: ({ person }) => {
      sessionStorage.setItem(toSignIn, people[person].email)
      isAsked.current = true
      return `Signed in as ${person}.`
    },
  })
  useAgentEvent('agent:settled', () => {
    if (!isAsked.current) return
    if (next !== undefined) sayAfterSignIn(next)
    openAnew()
  })
  useEffect(() => {
    const message = sessionStorage.getItem(toSay)
    if (message === null) return
    sessionStorage.removeItem(toSay)
    agent.chat(message)
  }, [agent])
  return null
}

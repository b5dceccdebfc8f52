import * as z from 'zod'

export const roles = ['manager', 'viewer'] as const

/** The user who is signed in. */
export interface User {
  id: string
  name: string
  email: string
  role: (typeof roles)[number]
}

export const credentials = z.object({
  email: z.email('Write an address like ada@example.com.'),
  password: z.string().min(1, 'Write the password.'),
})

export const mayChange = ({ role }: User): boolean => role === 'manager'

import { withDevCookie } from '@ambit/proxy/dev'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { Assistant } from './assistant'

/** Gives pages of the development server the cookie that `authorizeDev` of the route knows. */
export const middleware = [
  async ({ request }: { request: Request }, next: () => Promise<Response>) =>
    withDevCookie(request, await next()),
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Shopping list</title>
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Assistant>
      <Outlet />
    </Assistant>
  )
}

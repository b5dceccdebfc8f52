import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { Assistant } from '../assistant'

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Shopping list' },
    ],
    links: [{ rel: 'icon', href: 'data:,' }],
  }),
  component: Root,
})

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Assistant>
          <Outlet />
        </Assistant>
        <Scripts />
      </body>
    </html>
  )
}

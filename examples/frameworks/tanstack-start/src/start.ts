import { withDevCookie } from '@ambit/proxy/dev'
import { createMiddleware, createStart } from '@tanstack/react-start'

/** Gives pages of the development server the cookie that `authorizeDev` of the route knows. */
const devCookie = createMiddleware().server(async ({ next, request }) => {
  const result = await next()
  return { ...result, response: withDevCookie(request, result.response) }
})

export const startInstance = createStart(() => ({ requestMiddleware: [devCookie] }))

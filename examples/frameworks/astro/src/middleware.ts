import { withDevCookie } from '@ambit/proxy/dev'
import type { MiddlewareHandler } from 'astro'

/** Gives pages of the development server the cookie that `authorizeDev` of the endpoint knows. */
export const onRequest: MiddlewareHandler = async ({ request }, next) =>
  withDevCookie(request, await next())

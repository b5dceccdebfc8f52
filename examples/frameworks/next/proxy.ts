import { withDevCookie } from '@ambit/proxy/dev'
import { type NextRequest, NextResponse } from 'next/server'

/** Gives pages of the development server the cookie that `authorizeDev` of the route knows. */
export const proxy = (request: NextRequest) => withDevCookie(request, NextResponse.next())

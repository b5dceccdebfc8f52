export { authorizeDev, withDevCookie } from './dev-cookie.ts'

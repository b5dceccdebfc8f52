export { askService, serviceMs, type ServiceAnswer, type ServiceRequest } from './ask-service.ts'
export {
  type AuthorizationRequest,
  type AuthorizationResponse,
  checkResponse,
  readAuthorizationResponse,
  toAuthorizationUrl,
} from './authorization.ts'
export { type Challenge, readChallenge } from './challenge.ts'
export { discover, type Discovered, type Discovery } from './discover.ts'
export type { AuthorizationServer, ProtectedResource } from './metadata.ts'
export { OAuthError, type OAuthFailure } from './oauth-error.ts'
export { createProof, type Proof, randomText } from './proof.ts'
export { signInChannel } from './sign-in-channel.ts'
export {
  requestTokens,
  revokeTokens,
  type ServiceClient,
  type SignInService,
  toService,
} from './token-endpoint.ts'
export type { OAuthClient, Tokens } from './tokens.ts'

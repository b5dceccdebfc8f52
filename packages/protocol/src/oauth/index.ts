export {
  askService,
  OAuthError,
  type OAuthFailure,
  type ServiceAnswer,
  serviceMs,
  type ServiceRequest,
} from './service.ts'
export {
  type AuthorizationRequest,
  type AuthorizationResponse,
  checkResponse,
  createProof,
  joinScopes,
  type Proof,
  randomText,
  readAuthorizationResponse,
  signInChannel,
  toAuthorizationUrl,
} from './authorization.ts'
export {
  type AuthorizationServer,
  type Challenge,
  discover,
  type Discovered,
  type Discovery,
  type ProtectedResource,
  readChallenge,
} from './discovery.ts'
export {
  type OAuthClient,
  registerClient,
  requestTokens,
  revokeTokens,
  type ServiceClient,
  type SignInService,
  type Tokens,
  toService,
} from './tokens.ts'

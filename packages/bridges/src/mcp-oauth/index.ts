export { finishMcpSignIn } from './finish-mcp-sign-in.ts'
export { mcpOAuth, type McpOAuth, type McpOAuthOptions } from './mcp-oauth.ts'
export { proxySignIn, type ProxySignIn, type ProxySignInOptions } from './proxy-sign-in.ts'
export { indexedDbTokens, type McpTokenStorage } from './token-storage.ts'

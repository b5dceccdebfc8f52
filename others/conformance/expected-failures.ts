/** Why a scenario of the official suites fails, by its name. Each other scenario has to pass. */
export type Failures = Readonly<Record<string, string>>

export const ofClient: Failures = {
  'auth/2025-03-26-oauth-metadata-backcompat':
    'The metadata names another issuer than the place it is at (RFC 8414, section 3.3), so that a code could go to a service that nobody named.',
  'auth/2025-03-26-oauth-endpoint-fallback':
    'Endpoints that nobody described are not guessed: a user would be sent to a page that may not exist.',
}

const noPrompts = 'A page has no prompts: its user is there.'
const noTemplates = 'The resources of a page are all listed.'
const noAsking = 'The page asks its own user, never that of the client.'
const noLog = 'A page sends no log: it may hold what the client should not know.'
const noSubscription = 'A resource is read when it is wanted. Only a changed list is told.'

export const ofServer: Failures = {
  'logging-set-level': noLog,
  'completion-complete': noPrompts,
  'tools-call-embedded-resource': 'A tool of a page returns a value, and embeds no resource.',
  'tools-call-mixed-content': 'A tool of a page returns a value, and embeds no resource.',
  'tools-call-with-logging': noLog,
  'tools-call-sampling': 'The page has a model of its own.',
  'tools-call-elicitation': noAsking,
  'elicitation-sep1034-defaults': noAsking,
  'elicitation-sep1330-enums': noAsking,
  'resources-read-binary': 'A resource of a page is a text.',
  'resources-templates-read': noTemplates,
  'resources-subscribe': noSubscription,
  'resources-unsubscribe': noSubscription,
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
  'dns-rebinding-protection': 'The page has no HTTP. That is of the relay in this folder.',
}

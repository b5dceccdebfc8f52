/** Which models a proxy serves, for the terminal of whoever starts it; what to do when there are none. */
export const servedModels = (models: object): string =>
  Object.keys(models).join(', ') ||
  'no key found, so it serves no model. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or AMBIT_BASE_URL'

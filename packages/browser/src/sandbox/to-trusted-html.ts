interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML(html: string): string }
}

let createHtml: ((html: string) => string) | undefined

/** HTML of ours for a page that enforces Trusted Types; its policy has to allow the name `ambit-sandbox`, if it lists names. */
export function toTrustedHtml(html: string): string {
  createHtml ??= findPolicy()
  return createHtml(html)
}

function findPolicy(): (html: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory | undefined }
  const policy = trustedTypes?.createPolicy('ambit-sandbox', { createHTML: (html) => html })
  return policy ? (html) => policy.createHTML(html) : (html) => html
}

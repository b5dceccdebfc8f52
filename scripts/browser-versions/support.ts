import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { leastBrowsers } from '../../packages/core/src/platform.ts'

type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios'

/** The least version of each browser, as `leastBrowsers` names it. */
export const leastVersions: Readonly<Record<Browser, string>> = {
  chrome: versionOf('Chrome or Edge'),
  edge: versionOf('Chrome or Edge'),
  firefox: versionOf('Firefox'),
  safari: versionOf('Safari'),
  safari_ios: versionOf('Safari'),
}

function versionOf(name: string): string {
  const found = leastBrowsers.split(', ').find((part) => part.startsWith(name))
  if (!found) throw new Error(`\`leastBrowsers\` does not name ${name}.`)
  return found.slice(name.length + 1)
}

/** A part of MDN's data, such as `bcd.api`. */
export type Features = Identifier

/** Returns the features below a name in MDN's data; undefined if there is none of this name. */
export function childOf(features: Features | undefined, name: string): Features | undefined {
  return features && name !== '__compat' && Object.hasOwn(features, name)
    ? (features[name] as Features)
    : undefined
}

/**
 * Returns the browsers whose least version lacks a feature, with the version that brought it, such
 * as `firefox 125`. Returns undefined if MDN has no data on the feature.
 */
export function lackedBy(feature: Features | undefined): string[] | undefined {
  const compat = feature?.__compat
  if (!compat) return undefined
  return Object.entries(leastVersions).flatMap(([browser, least]) => {
    const added = statementsOf(compat, browser as Browser).map((it) => it.version_added)
    if (added.some((version) => isAtMost(version, least))) return []
    return [`${browser} ${added.find((version) => typeof version === 'string') ?? 'never'}`]
  })
}

function statementsOf(compat: CompatStatement, browser: Browser): SimpleSupportStatement[] {
  const support = compat.support[browser]
  if (!support) return []
  return [support].flat().filter((it) => !it.flags && !it.prefix && !it.alternative_name)
}

function isAtMost(version: SimpleSupportStatement['version_added'], least: string): boolean {
  if (typeof version !== 'string' || version === 'preview') return false
  return compare(version.replace('≤', ''), least) <= 0
}

function compare(a: string, b: string): number {
  const [as, bs] = [a, b].map((text) => text.split('.').map(Number))
  return (as?.[0] ?? 0) - (bs?.[0] ?? 0) || (as?.[1] ?? 0) - (bs?.[1] ?? 0)
}

/** MDN's data, by area. */
export const { api, css, javascript } = bcd as unknown as {
  readonly api: Features
  readonly css: Record<'at-rules' | 'properties' | 'selectors' | 'types', Features>
  readonly javascript: Record<'builtins' | 'regular_expressions', Features>
}

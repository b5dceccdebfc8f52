/** The header in which a user's own key travels to a proxy whose route accepts one. */
export const apiKeyHeader = 'ambit-api-key'

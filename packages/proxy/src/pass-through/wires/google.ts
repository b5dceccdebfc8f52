import { type Endpoint, isObject, limitTo, objectsIn } from '../endpoint.ts'

/** The rules of Google's `POST /models/{model}:generateContent` and `:streamGenerateContent`. */
export const googleGenerate: Endpoint = {
  fields: new Set(['contents', 'systemInstruction', 'generationConfig', 'tools', 'toolConfig']),
  messages: 'contents',
  *tools(body) {
    for (const group of objectsIn(body['tools'])) {
      for (const [kind, value] of Object.entries(group)) {
        if (kind !== 'functionDeclarations') {
          yield { hosted: kind }
          continue
        }
        for (const { name, parameters, parametersJsonSchema } of objectsIn(value)) {
          yield { name: String(name), schema: parametersJsonSchema ?? parameters }
        }
      }
    }
  },
  force(body, max) {
    const given = body['generationConfig']
    const config = isObject(given) ? { ...given } : {}
    // Google accepts two names for each field, and bills every candidate.
    delete config['max_output_tokens']
    delete config['candidate_count']
    delete config['candidateCount']
    limitTo(config, 'maxOutputTokens', max)
    if (given !== undefined || max !== undefined) body['generationConfig'] = config
  },
  instruct(body, text) {
    body['systemInstruction'] = { parts: [{ text }] }
  },
}

/** What was thrown, in words: clients of Supabase throw plain objects with a message, which are no errors. */
export function errorMessage(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const message: unknown = Reflect.get(thrown, 'message')
  if (typeof message === 'string' && message !== '') return message
  return thrown instanceof Error ? thrown.name : JSON.stringify(thrown)
}

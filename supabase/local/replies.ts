/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** An error as the auth server words it; supabase-js reads `msg` and `error_code`. */
export function authError(status: number, code: string, message: string, extra: object = {}): Response {
  return json({ code: status, error_code: code, msg: message, ...extra }, status, { 'x-sb-error-code': code })
}

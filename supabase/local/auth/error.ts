/** An error in the auth server's format; supabase-js reads `msg` and `error_code`. */
export class AuthError extends Error {
  readonly response: Response

  constructor(status: number, code: string, message: string) {
    super(message)
    const body = { code: status, error_code: code, msg: message }
    this.response = Response.json(body, { status, headers: { 'x-sb-error-code': code } })
  }
}

/** SQLSTATEs of the errors that values cause: data exceptions, constraints, limits of the program, `raise exception`. */
const VALUE_ERROR = /^(22|23|54)[0-9A-Z]{3}$|^P0001$/

/**
 * The message of an error that what a request sent has caused: values that the database refuses, a body that is no JSON,
 * a token that is not valid. Null for any other error, which is the server's own.
 */
export function inputErrorMessage(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    const status = 'status' in at && typeof at.status === 'number' ? at.status : 500
    if (VALUE_ERROR.test(code) || /^ERR_JW[ST]/.test(code) || (status >= 400 && status < 500))
      return at.message
  }
  return null
}

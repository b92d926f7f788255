import { PUBLIC_FILES } from './media-address.ts'

/** The path of a stored file in JSON, after a sign that no address of another host ends with; also in JSON within a text. */
const STORED_PATH =
  /(^|\\[nrt]|[^\w.:%@~/\]\\-])(\\*\/storage\\*\/v1\\*\/object\\*\/public\\*\/(?:media|fonts)\\*\/)/g

/**
 * The JSON of rows with the present addresses of stored files: the database has their paths alone
 * (private.with_stored_paths), so that another port or host of the API changes no text.
 */
export function withFileAddresses(json: string, supabaseUrl: string): string {
  return json.replaceAll(STORED_PATH, (_, before: string, path: string) => before + supabaseUrl + path)
}

/**
 * A page or feed that names stored files at `base`, whose server passes requests on to the project at `supabaseUrl`: readers
 * on other machines do not reach that.
 */
export function withFilesAt(base: string, text: string, supabaseUrl: string): string {
  return text.replaceAll(supabaseUrl + PUBLIC_FILES, base + PUBLIC_FILES)
}

import { storedFileUrl } from './media-address.ts'

/**
 * A path that is read everywhere as it is written: without blanks, dots as folders, empty folders, backslashes, and
 * without dots, slashes, backslashes, percent signs and control characters that are percent-encoded.
 */
const PLAIN_PATH =
  /^(?:(?!\.\.?(?:\/|$))(?:[A-Za-z0-9!$&'()*+,;=:@_~.-]|%(?![01]|2[5EF]|5C|7F)[0-9A-F]{2})+(?:\/(?!$)|$))+$/i

/**
 * The path inside `bucket` of the file that an address of the project at `supabaseUrl` names, decoded; null for any other
 * address, one that leads out of the bucket among them. Query and fragment do not count: the file is the same. The database
 * has the same rule (private.stored_file_path), and tests/fixtures/file-addresses.ts the cases of both.
 */
export function storedFilePath(address: string, supabaseUrl: string, bucket: string): string | null {
  const [plain = ''] = address.split(/[?#]/, 1)
  const folder = storedFileUrl(supabaseUrl, bucket, '')
  if (!plain.startsWith(folder) || URL.parse(plain)?.href !== plain) return null
  const path = plain.slice(folder.length)
  if (!PLAIN_PATH.test(path)) return null
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

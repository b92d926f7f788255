const ADDRESS = /^[^\s@:]+@[^\s@]+\.[^\s@]+$/
const TELEPHONE = /^\+?[\d().-]{2,}(?:;[\w=+.-]+)*$/
const HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?(?:[/?#]|$)/u

/**
 * A typed link address as it is stored: 'mantel.example' gets https, an e-mail address mailto, a path or an anchor of
 * this site and a telephone number after 'tel:' stay. Null for an address that a link may not have.
 */
export function linkAddress(text: string): string | null {
  const value = text.trim()
  if (value === '' || /\s/.test(value)) return null
  if (/^[/#]/.test(value)) return value.startsWith('//') ? `https:${value}` : value
  if (ADDRESS.test(value)) return `mailto:${value}`
  if (HOST.test(value)) return `https://${value}`
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return ADDRESS.test(value.slice(7).split('?', 1)[0] ?? '') ? value : null
  if (scheme === 'tel') return TELEPHONE.test(value.slice(4)) ? value : null
  if (scheme !== 'http' && scheme !== 'https') return null
  return URL.canParse(value) ? value : null
}
